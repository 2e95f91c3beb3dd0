import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { type StatementRow, selectStatement } from "../earnings.repository.ts";

export type Statement = { year: number; rows: StatementRow[] };

/** A year of an owner's rentals; the current one unless another is asked for. */
export async function exportEarnings(db: Db, ownerId: string, asked: number | undefined): Promise<Statement> {
  const year = asked ?? (await readClock(db)).getUTCFullYear();
  return { year, rows: await selectStatement(db, ownerId, year) };
}
