import type { EndpointGroup } from "../endpoint.ts";
import {
  downloadReceipt,
  getPayment,
  getPaymentsConfig,
  listPayments,
  listSavedCards,
  receiveProviderEvent,
  removeSavedCard,
  startCardSetup,
} from "./payments.ts";
import {
  exportEarnings,
  getEarnings,
  getPayoutAccount,
  listPayouts,
  openPayoutDashboard,
  replacePayoutAccount,
  startPayoutOnboarding,
  syncPayoutAccount,
} from "./payouts.ts";

/** All endpoints about payments and payouts, by topic. */
export const MONEY_ENDPOINT_GROUPS: readonly EndpointGroup[] = [
  {
    tag: "Payments",
    description: "Payments, saved cards and receipts.",
    endpoints: {
      getPaymentsConfig,
      listPayments,
      getPayment,
      downloadReceipt,
      listSavedCards,
      startCardSetup,
      removeSavedCard,
      receiveProviderEvent,
    },
  },
  {
    tag: "Payouts",
    description: "Owners' earnings and payout accounts.",
    endpoints: {
      getEarnings,
      exportEarnings,
      listPayouts,
      getPayoutAccount,
      syncPayoutAccount,
      startPayoutOnboarding,
      openPayoutDashboard,
      replacePayoutAccount,
    },
  },
];
