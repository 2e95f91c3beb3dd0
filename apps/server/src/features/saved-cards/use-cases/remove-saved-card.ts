import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { askProvider } from "../ask-provider.ts";
import { listSavedCards } from "./list-saved-cards.ts";

/** Only one's own: what is not in one's list does not exist. Taken away twice, it is gone all the same. */
export async function removeSavedCard(db: Db, payments: PaymentsPort, viewer: Viewer, cardId: string): Promise<void> {
  const card = (await listSavedCards(db, payments, viewer)).find(({ id }) => id === cardId);
  if (!card) throw new AppError("not_found", "Card not found");
  const key = `${payments.environment}:${cardId}:detach:1`;
  await askProvider(() => payments.detachCard({ key, cardId }));
  const act = { action: "saved_card_removed", entityType: "saved_card", entityId: cardId };
  await recordAudit(db, { ...act, actorId: viewer.id, details: { last4: card.last4 } });
}
