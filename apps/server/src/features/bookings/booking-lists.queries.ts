import { BOOKING_GROUPS, type BookingGroup } from "@nexby/domain/bookings/statuses";
import { averageRating } from "@nexby/domain/reviews/reviews";
import { and, asc, desc, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { cursorAfter, isAfter, type PageOf, type Place, pageOf } from "../../platform/paging.ts";
import { type Booking, bookings } from "../../schema/bookings.ts";
import { findFirstMessages, type RequestMessage } from "../messaging/public.ts";
import { loadBookingViews, type Shown } from "./booking-details.queries.ts";

type Side = "renter" | "owner";
type Page = { after: Place | null; limit: number };

/** The owner doesn't see a booking until the request is sent to them. */
const isShownToOwner = isNotNull(bookings.ownerDecisionDeadline);

const isOf = (personId: string, side: Side): SQL | undefined =>
  side === "renter" ? eq(bookings.renterId, personId) : and(eq(bookings.ownerId, personId), isShownToOwner);

type ListQuery = Page & { as: Side; group: BookingGroup };

/** Rentals that are due or lost come first: as if they had started long ago. Only a person's active bookings are sorted. */
const activePlace = sql`case
  when ${bookings.status} = 'in_possession' and ${bookings.endAt} <= app_now()
    or ${bookings.status} = 'damaged_admin_review' and ${bookings.rentalStatus} = 'lost'
  then ${bookings.startAt} - interval '350640 hours' else ${bookings.startAt} end`.mapWith(bookings.startAt);

/** Upcoming and active bookings are listed soonest first, all others latest first. */
const isSoonestFirst = (group: BookingGroup): boolean => group === "upcoming" || group === "active";

type PlacedBooking = { id: string; booking: Booking; placeAt: Date };

async function selectBookingsOf(
  db: Db,
  personId: string,
  { as, group, after, limit }: ListQuery,
): Promise<PlacedBooking[]> {
  const isSoonest = isSoonestFirst(group);
  const inOrder = isSoonest ? asc : desc;
  const startAt = sql`${bookings.startAt}`.mapWith(bookings.startAt);
  const place = { createdAt: group === "active" ? activePlace : startAt, id: bookings.id };
  return db
    .select({ id: bookings.id, booking: bookings, placeAt: place.createdAt })
    .from(bookings)
    .where(
      and(
        isOf(personId, as),
        eq(bookings.overviewGroup, group),
        isAfter(after, place, isSoonest ? "oldest" : "newest"),
      ),
    )
    .orderBy(inOrder(place.createdAt), inOrder(bookings.id))
    .limit(limit);
}

/** Earliest deadline first. */
async function selectOpenRequests(db: Db, ownerId: string, { after, limit }: Page): Promise<Booking[]> {
  const place = { createdAt: bookings.ownerDecisionDeadline, id: bookings.id };
  return db
    .select()
    .from(bookings)
    .where(and(isAwaitingDecision(ownerId), isAfter(after, place, "oldest")))
    .orderBy(asc(bookings.ownerDecisionDeadline), asc(bookings.id))
    .limit(limit);
}

const isAwaitingDecision = (ownerId: string): SQL | undefined =>
  and(eq(bookings.ownerId, ownerId), eq(bookings.status, "pending"), eq(bookings.approvalStatus, "pending_owner"));

/** Includes expired and automatically decided requests. */
async function selectDecidedRequests(db: Db, ownerId: string, { after, limit }: Page): Promise<Booking[]> {
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

type GroupCount = { side: Side | "requests"; group: BookingGroup; count: number };

/** A single query that reads three indexes only, because open pages poll it. */
async function countGroupsOf(db: Db, personId: string): Promise<GroupCount[]> {
  const { rows } = await db.execute<GroupCount>(sql`
    select 'renter' as side, overview_group as "group", count(*)::int as count
      from ${bookings} where ${isOf(personId, "renter")} group by overview_group
    union all
    select 'owner', overview_group, count(*)::int
      from ${bookings} where ${isOf(personId, "owner")} group by overview_group
    union all
    select 'requests', 'upcoming', count(*)::int from ${bookings} where ${isAwaitingDecision(personId)}`);
  return rows;
}

/** Pages a list that isn't sorted by its rows' creation time. */
function pageByTime<Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
  timeOf: (row: Row) => Date,
): PageOf<Row> {
  const placed = rows.map((row) => ({ row, id: row.id, createdAt: timeOf(row) }));
  const page = pageOf(placed, limit);
  return { rows: page.rows.map(({ row }) => row), nextCursor: page.nextCursor };
}

type Counts = Record<BookingGroup, number>;

/** Booking counts per group for both roles, and the number of requests awaiting the person's decision. */
export async function countBookings(db: Db, personId: string) {
  const found = await countGroupsOf(db, personId);
  const countOf = (side: GroupCount["side"], group: BookingGroup) =>
    found.find((row) => row.side === side && row.group === group)?.count ?? 0;
  const countsOf = (side: "renter" | "owner") =>
    Object.fromEntries(BOOKING_GROUPS.map((group) => [group, countOf(side, group)])) as Counts;
  return { renter: countsOf("renter"), owner: countsOf("owner"), requests: countOf("requests", "upcoming") };
}

type BookingsQuery = { as: "renter" | "owner"; group: BookingGroup; cursor?: string | undefined; limit: number };

export async function listBookings(
  db: Db,
  viewer: Viewer,
  { cursor, limit, ...filter }: BookingsQuery,
): Promise<PageOf<Shown>> {
  const found = await selectBookingsOf(db, viewer.id, { ...filter, after: cursorAfter(cursor), limit: limit + 1 });
  const { rows, nextCursor } = pageByTime(found, limit, ({ placeAt }) => placeAt);
  const shown = rows.map(({ booking }) => booking);
  return { rows: await loadBookingViews(db, viewer, shown), nextCursor };
}

export type ShownRequest = Shown & { message: RequestMessage | null; trust: RenterTrust };

type RequestsQuery = { group: "open" | "decided"; cursor?: string | undefined; limit: number };

export async function listBookingRequests(
  db: Db,
  viewer: Viewer,
  { group, cursor, limit }: RequestsQuery,
): Promise<PageOf<ShownRequest>> {
  const page = { after: cursorAfter(cursor), limit: limit + 1 };
  const select = group === "open" ? selectOpenRequests : selectDecidedRequests;
  const { rows, nextCursor } = pageByTime(await select(db, viewer.id, page), limit, (booking) =>
    group === "open" ? (booking.ownerDecisionDeadline ?? booking.createdAt) : booking.createdAt,
  );
  const shown = await loadBookingViews(db, viewer, rows);
  const ids = shown.map(({ booking }) => booking.id);
  const messages = await findFirstMessages(db, ids);
  const renterIds = shown.map(({ booking }) => booking.renterId);
  const trusts = await findRenterTrust(db, renterIds);
  return {
    rows: shown.flatMap((view) => {
      const trust = trusts.get(view.booking.renterId);
      return trust ? [{ ...view, message: messages.get(view.booking.id) ?? null, trust }] : [];
    }),
    nextCursor,
  };
}

type RenterTrust = {
  memberSince: Date;
  isEmailVerified: boolean;
  isPhoneVerified: boolean;
  completedRentals: number;
  canceledRentals: number;
  averageRating: number | null;
  reviewCount: number;
  latestReview: string | null;
  city: string | null;
};

type Row = Omit<RenterTrust, "memberSince" | "averageRating"> & { id: string; memberSince: string; ratingSum: number };

/** Published reviews by owners, which count toward the renter's average. */
const reviewsOfRenter = sql`from reviews where reviewee_id = users.id and is_public and by_role = 'owner'
  and review_type in ('general', 'renter')`;

/** The renter's record that owners see with a request. Only approved bookings that were canceled count as canceled. */
async function findRenterTrust(db: Db, renterIds: readonly string[]): Promise<Map<string, RenterTrust>> {
  if (renterIds.length === 0) return new Map();
  const ids = sql.param([...new Set(renterIds)]);
  const { rows } = await db.execute<Row>(sql`
    select users.id, users.created_at as "memberSince", users.city,
      users.email_verified_at is not null as "isEmailVerified",
      users.phone_verified_at is not null as "isPhoneVerified",
      count(*) filter (where overview_group = 'past')::int as "completedRentals",
      count(*) filter (where canceled_by = 'renter' and approved_at is not null)::int as "canceledRentals",
      (select count(*)::int ${reviewsOfRenter}) as "reviewCount",
      (select coalesce(sum(rating), 0)::int ${reviewsOfRenter}) as "ratingSum",
      (select comment ${reviewsOfRenter} order by published_at desc, id desc limit 1) as "latestReview"
    from users left join bookings on bookings.renter_id = users.id and overview_group in ('past', 'canceled')
    where users.id = any (${ids}::uuid[])
    group by users.id`);
  return new Map(
    rows.map(({ id, memberSince, ratingSum, ...row }) => [
      id,
      { ...row, memberSince: new Date(memberSince), averageRating: averageRating(ratingSum, row.reviewCount) },
    ]),
  );
}
