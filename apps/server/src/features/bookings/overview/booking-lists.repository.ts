import type { BookingGroup } from "@nexby/domain/bookings/booking-groups";
import { and, asc, desc, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { isAfter, type Place } from "../../../platform/paging/page-by-age.ts";
import type { Booking } from "../bookings.repository.ts";
import { bookings } from "../bookings.table.ts";

type Side = "renter" | "owner";
type Page = { after: Place | null; limit: number };

/** Until the owner was asked, a booking is the renter's alone. */
const isShownToOwner = isNotNull(bookings.ownerDecisionDeadline);

const isOf = (personId: string, side: Side): SQL | undefined =>
  side === "renter" ? eq(bookings.renterId, personId) : and(eq(bookings.ownerId, personId), isShownToOwner);

type Wanted = Page & { as: Side; group: BookingGroup };

/** What is to come begins with the next, what is over with the last. */
const isSoonestFirst = (group: BookingGroup): boolean => group === "upcoming" || group === "active";

export async function selectBookingsOf(
  db: Db,
  personId: string,
  { as, group, after, limit }: Wanted,
): Promise<Booking[]> {
  const isSoonest = isSoonestFirst(group);
  const inOrder = isSoonest ? asc : desc;
  const place = { createdAt: bookings.startAt, id: bookings.id };
  return db
    .select()
    .from(bookings)
    .where(
      and(
        isOf(personId, as),
        eq(bookings.overviewGroup, group),
        isAfter(after, place, isSoonest ? "oldest" : "newest"),
      ),
    )
    .orderBy(inOrder(bookings.startAt), inOrder(bookings.id))
    .limit(limit);
}

/** Requests an owner has to decide about, the most urgent first. */
export async function selectOpenRequests(db: Db, ownerId: string, { after, limit }: Page): Promise<Booking[]> {
  const place = { createdAt: bookings.ownerDecisionDeadline, id: bookings.id };
  return db
    .select()
    .from(bookings)
    .where(and(isToDecide(ownerId), isAfter(after, place, "oldest")))
    .orderBy(asc(bookings.ownerDecisionDeadline), asc(bookings.id))
    .limit(limit);
}

const isToDecide = (ownerId: string): SQL | undefined =>
  and(eq(bookings.ownerId, ownerId), eq(bookings.status, "pending"), eq(bookings.approvalStatus, "pending_owner"));

/** Requests that were decided, by whomever or by nobody in time. */
export async function selectDecidedRequests(db: Db, ownerId: string, { after, limit }: Page): Promise<Booking[]> {
  return db
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.ownerId, ownerId),
        isShownToOwner,
        ne(bookings.status, "pending"),
        isAfter(after, bookings, "newest"),
      ),
    )
    .orderBy(desc(bookings.createdAt), desc(bookings.id))
    .limit(limit);
}

export type GroupCount = { side: Side | "requests"; group: BookingGroup; count: number };

/** By one query, which reads nothing but three indexes: open pages ask it again and again. */
export async function countGroupsOf(db: Db, personId: string): Promise<GroupCount[]> {
  const { rows } = await db.execute<GroupCount>(sql`
    select 'renter' as side, overview_group as "group", count(*)::int as count
      from ${bookings} where ${isOf(personId, "renter")} group by overview_group
    union all
    select 'owner', overview_group, count(*)::int
      from ${bookings} where ${isOf(personId, "owner")} group by overview_group
    union all
    select 'requests', 'upcoming', count(*)::int from ${bookings} where ${isToDecide(personId)}`);
  return rows;
}
