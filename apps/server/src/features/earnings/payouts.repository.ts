import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { isAfter, type Place } from "../../platform/paging/page-by-age.ts";
import { bookings } from "../bookings/public.ts";
import { items } from "../listings/public.ts";
import { transfers } from "../payments/public.ts";

const FIELDS = {
  id: transfers.id,
  kind: transfers.kind,
  status: transfers.status,
  amountCents: transfers.amountCents,
  bookingId: transfers.bookingId,
  startDate: bookings.startDate,
  endDate: bookings.endDate,
  payoutStatus: bookings.payoutStatus,
  item: { id: items.id, title: items.title },
  createdAt: transfers.createdAt,
  paidAt: transfers.paidAt,
};

export type PayoutRow = Awaited<ReturnType<typeof selectPayoutsOf>>[number];

export const selectPayoutsOf = (db: Db, ownerId: string, { after, limit }: { after: Place | null; limit: number }) =>
  db
    .select(FIELDS)
    .from(transfers)
    .innerJoin(bookings, eq(bookings.id, transfers.bookingId))
    .innerJoin(items, eq(items.id, bookings.itemId))
    .where(and(eq(transfers.ownerId, ownerId), isAfter(after, transfers, "newest")))
    .orderBy(desc(transfers.createdAt), desc(transfers.id))
    .limit(limit);

/** What has reached an owner's account, less what was taken back from there. */
export async function sumPaidOut(db: Db, ownerId: string): Promise<number> {
  const signed = sql`case ${transfers.kind} when 'transfer' then ${transfers.amountCents} else -${transfers.amountCents} end`;
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${signed}), 0)`.mapWith(Number) })
    .from(transfers)
    .where(and(eq(transfers.ownerId, ownerId), eq(transfers.status, "paid")));
  return row?.sum ?? 0;
}
