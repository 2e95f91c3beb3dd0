import { readClock } from "../../../../platform/clock/clock.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { pageOf, placeAfter } from "../../../../platform/paging/page-by-age.ts";
import { findFirstMessages } from "../../../conversations/public.ts";
import { type AnalysisInFull, type FraudFilter, selectAnalyses } from "../fraud-analyses.repository.ts";

type Query = { status: FraudFilter; limit: number; cursor?: string | undefined };

/** The list goes on after the deadline of the last, or after its age. */
const placeOf = ({ analysis: { id, createdAt, reviewBy } }: AnalysisInFull, status: FraudFilter) => ({
  id,
  createdAt: status === "in_review" ? (reviewBy ?? createdAt) : createdAt,
});

/** One page of what the rules found, for administrators. */
export async function listAnalyses(db: Db, { status, limit, cursor }: Query) {
  const found = await selectAnalyses(db, { status, after: placeAfter(cursor), limit: limit + 1 });
  const { rows, nextCursor } = pageOf(
    found.map((row) => ({ row, ...placeOf(row, status) })),
    limit,
  );
  const messages = await findFirstMessages(
    db,
    rows.map(({ row }) => row.booking.id),
  );
  const now = await readClock(db);
  return {
    rows: rows.map(({ row }) => ({ ...row, message: messages.get(row.booking.id) ?? null, now })),
    nextCursor,
  };
}
