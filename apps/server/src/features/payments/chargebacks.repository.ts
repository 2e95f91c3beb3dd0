import { eq } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { chargebacks } from "./chargebacks.table.ts";

export type Chargeback = typeof chargebacks.$inferSelect;

type Ensured = { row: Chargeback; isNew: boolean };

/** The row of a dispute, made if there is none. */
export async function ensureChargeback(db: Db, chargeback: typeof chargebacks.$inferInsert): Promise<Ensured> {
  const { providerDisputeId } = chargebacks;
  const [made] = await db
    .insert(chargebacks)
    .values(chargeback)
    .onConflictDoNothing({ target: providerDisputeId })
    .returning();
  if (made) return { row: made, isNew: true };
  const [row] = await db.select().from(chargebacks).where(eq(providerDisputeId, chargeback.providerDisputeId));
  if (!row) throw new Error("The database kept no chargeback");
  return { row, isNew: false };
}

export async function findChargebacksOf(db: Db, paymentId: string): Promise<Chargeback[]> {
  return db.select().from(chargebacks).where(eq(chargebacks.paymentId, paymentId));
}

export async function updateChargeback(
  db: Db,
  id: string,
  changes: PgUpdateSetSource<typeof chargebacks>,
): Promise<void> {
  await db.update(chargebacks).set(changes).where(eq(chargebacks.id, id));
}
