import type { SavedCardView } from "@nexby/contract/saved-cards";
import type { SavedCard } from "../../adapters/payments/payments.port.ts";

export const presentSavedCard = ({ id, brand, last4, expiresMonth, expiresYear }: SavedCard): SavedCardView => ({
  id,
  brand,
  last4,
  expiresMonth,
  expiresYear,
});
