import type { Call } from "../http/call.ts";
import { accountCalls, accountLinkCalls } from "./accounts.ts";
import { balanceCalls, payoutCalls } from "./balance.ts";
import { chargeCalls, earlyFraudWarningCalls, refundCalls } from "./charges.ts";
import { customerCalls } from "./customers.ts";
import { disputeCalls } from "./disputes.ts";
import { eventCalls } from "./events.ts";
import { paymentIntentCalls } from "./payment-intents.ts";
import { paymentMethodCalls } from "./payment-methods.ts";
import { searchCalls } from "./search.ts";
import { setupIntentCalls } from "./setup-intents.ts";
import { transferCalls } from "./transfers.ts";
import { webhookEndpointCalls } from "./webhook-endpoints.ts";

export const ALL_CALLS: readonly Call[] = [
  ...accountCalls,
  ...accountLinkCalls,
  ...balanceCalls,
  ...chargeCalls,
  ...customerCalls,
  ...disputeCalls,
  ...earlyFraudWarningCalls,
  ...eventCalls,
  ...paymentIntentCalls,
  ...paymentMethodCalls,
  ...payoutCalls,
  ...refundCalls,
  ...searchCalls,
  ...setupIntentCalls,
  ...transferCalls,
  ...webhookEndpointCalls,
];
