import type Stripe from "stripe";
import type { PaymentsPort, ProviderReversal, ProviderTransfer } from "../payments.port.ts";
import { ask } from "./ask.ts";
import { transferGroup } from "./card-payments.ts";
import { CURRENCY, idOf, keyed, MOST_PER_PAGE, movementOf, TAGS } from "./shared.ts";

type Transfers = Pick<
  PaymentsPort,
  "createTransfer" | "fetchTransfer" | "listTransfers" | "createReversal" | "listReversals"
>;

const PARTS = ["balance_transaction"];
const PARTS_OF_EACH = ["data.balance_transaction"];

const presentTransfer = (transfer: Stripe.Transfer): ProviderTransfer => ({
  id: transfer.id,
  transferId: transfer.metadata[TAGS.transfer] ?? null,
  accountId: idOf(transfer.destination),
  amountCents: transfer.amount,
  reversedCents: transfer.amount_reversed,
  movement: movementOf(transfer.balance_transaction),
});

function presentReversal(reversal: Stripe.TransferReversal): ProviderReversal {
  const providerTransferId = idOf(reversal.transfer);
  if (providerTransferId === null) throw new Error(`A reversal of nothing: ${reversal.id}`);
  return {
    id: reversal.id,
    transferId: reversal.metadata?.[TAGS.transfer] ?? null,
    providerTransferId,
    amountCents: reversal.amount,
    movement: movementOf(reversal.balance_transaction),
  };
}

export const transfers = (stripe: Stripe): Transfers => ({
  createTransfer: async ({ key, transferId, bookingId, accountId, amountCents, chargeId }) => {
    const given: Stripe.TransferCreateParams = {
      amount: amountCents,
      currency: CURRENCY,
      destination: accountId,
      transfer_group: transferGroup(bookingId),
      ...(chargeId !== null && { source_transaction: chargeId }),
      metadata: { [TAGS.transfer]: transferId },
      expand: PARTS,
    };
    return presentTransfer(await ask("write", stripe.transfers.create(given, keyed(key))));
  },
  fetchTransfer: async (id) => presentTransfer(await ask("read", stripe.transfers.retrieve(id, { expand: PARTS }))),
  listTransfers: async (bookingId) => {
    const given = { transfer_group: transferGroup(bookingId), limit: MOST_PER_PAGE, expand: PARTS_OF_EACH };
    const { data } = await ask("read", stripe.transfers.list(given));
    return data.map(presentTransfer);
  },
  createReversal: async ({ key, transferId, providerTransferId, amountCents }) => {
    const given = { amount: amountCents, metadata: { [TAGS.transfer]: transferId }, expand: PARTS };
    const reversal = await ask("write", stripe.transfers.createReversal(providerTransferId, given, keyed(key)));
    return presentReversal(reversal);
  },
  listReversals: async (providerTransferId) => {
    const given = { limit: MOST_PER_PAGE, expand: PARTS_OF_EACH };
    const { data } = await ask("read", stripe.transfers.listReversals(providerTransferId, given));
    return data.map(presentReversal);
  },
});
