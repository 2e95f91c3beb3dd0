import type { UnitReturn } from "@nexby/domain/returns/returned-units";
import { and, count, desc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import { alias, type PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { namedSelect, prepared } from "../../platform/db/statements.ts";
import { users } from "../../schema/accounts.ts";
import { type Booking, bookingRequests, bookings } from "../../schema/bookings.ts";
import { unitReturns } from "../../schema/condition.ts";
import { items } from "../../schema/listings.ts";
import { type FrozenPrice, sharesOfFrozenPrice } from "../../schema/payments.ts";
import { rentalEvents } from "../../schema/rentals.ts";

export type BookingChanges = PgUpdateSetSource<typeof bookings>;

const selectBooking = (db: Db) =>
  db
    .select()
    .from(bookings)
    .where(eq(bookings.id, sql.placeholder("id")));
const bookingById = namedSelect("booking_by_id", selectBooking);
const bookingForUpdate = namedSelect("booking_for_update", (db) => selectBooking(db).for("no key update"));

export async function findBooking(db: Db, id: string): Promise<Booking | null> {
  const [row] = await bookingById(db, { id });
  return row ?? null;
}

export async function findBookings(db: Db, ids: readonly string[]): Promise<Booking[]> {
  return ids.length === 0
    ? []
    : db
        .select()
        .from(bookings)
        .where(inArray(bookings.id, [...ids]));
}

const RENTAL_LINES = ["rental", "food", "appearance", "travel"];

export type PriceColumns = ReturnType<typeof priceColumns>;

/** The columns that repeat a booking's price. */
export function priceColumns(price: FrozenPrice) {
  const sumOf = (...codes: string[]) =>
    price.lines.filter(({ code }) => codes.includes(code)).reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    totalCents: price.totalCents,
    rentalCents: sumOf(...RENTAL_LINES),
    deliveryCents: sumOf("delivery"),
    cleaningCents: sumOf("cleaning"),
    setupCents: sumOf("setup"),
    insuranceCents: price.insuranceCents,
    serviceFeeCents: price.serviceFeeCents,
    taxCents: price.tax.amountCents,
    taxRate: price.tax.rate,
    taxJurisdiction: price.tax.jurisdiction,
    depositCents: price.depositCents,
    commissionRate: price.commission.rate,
    commissionCents: price.commission.amountCents,
    ownerEarningsCents: price.ownerEarningsCents,
    platformCommissionCents: sharesOfFrozenPrice(price).platformCents,
    priceBreakdown: price,
    policySnapshot: price.policy,
  };
}

/** Lock the booking before its payments, otherwise two transactions can deadlock. */
export async function lockBooking(db: Db, id: string): Promise<Booking | null> {
  const [row] = await bookingForUpdate(db, { id });
  return row ?? null;
}

/** Optimistic locking: null when the booking changed since it was read. */
export async function swapBooking(
  db: Db,
  { id, status, version }: Pick<Booking, "id" | "status" | "version">,
  changes: BookingChanges,
): Promise<Booking | null> {
  const [row] = await db
    .update(bookings)
    .set({ ...changes, version: sql`${bookings.version} + 1` })
    .where(and(eq(bookings.id, id), eq(bookings.status, status), eq(bookings.version, version)))
    .returning();
  return row ?? null;
}

export async function updateRequest(
  db: Db,
  bookingId: string,
  changes: PgUpdateSetSource<typeof bookingRequests>,
): Promise<void> {
  await db.update(bookingRequests).set(changes).where(eq(bookingRequests.bookingId, bookingId));
}

export async function findItemState(db: Db, itemId: string): Promise<string | null> {
  const [item] = await db.select({ state: items.state }).from(items).where(eq(items.id, itemId));
  return item?.state ?? null;
}

/** Includes items that are no longer listed. */
export async function findItemTitle(db: Db, itemId: string): Promise<string> {
  const [item] = await db.select({ title: items.title }).from(items).where(eq(items.id, itemId));
  return item?.title ?? "";
}

const renters = alias(users, "renters");
const owners = alias(users, "owners");

/** How a booking's item, renter and owner are called. A deleted account has no name. */
export async function findNames(
  db: Db,
  { itemId, renterId, ownerId }: Pick<Booking, "itemId" | "renterId" | "ownerId">,
): Promise<{ item: string; renter: string; owner: string }> {
  const [names] = await db
    .select({ item: items.title, renter: renters.firstName, owner: owners.firstName })
    .from(items)
    .leftJoin(renters, eq(renters.id, renterId))
    .leftJoin(owners, eq(owners.id, ownerId))
    .where(eq(items.id, itemId));
  return { item: names?.item ?? "", renter: names?.renter || UNNAMED, owner: names?.owner || UNNAMED };
}

const UNNAMED = "Your neighbor";

const aYearAgo = sql`app_now() - interval '12 months'`;

/** Owner no-shows count as owner cancellations. */
const isCanceledByOwner = sql`(${bookings.canceledBy} = 'owner'
  or ${bookings.absentParty} = 'owner')`;

const recordOf = prepared((db) =>
  db
    .select({
      agreedCount: count(),
      canceledCount: sql`count(*) filter (where ${isCanceledByOwner})`.mapWith(Number),
    })
    .from(bookings)
    .where(and(eq(bookings.ownerId, sql.placeholder("ownerId")), gt(bookings.approvedAt, aYearAgo)))
    .prepare("owner_record"),
);

/** Counts bookings approved in the last 12 months, and how many of those the owner canceled. */
export async function findOwnerRecord(db: Db, ownerId: string) {
  const [row] = await recordOf(db).execute({ ownerId });
  return row ?? { agreedCount: 0, canceledCount: 0 };
}

/** Cancellations in the last 12 months, whenever the booking was approved. Unapproved requests don't count. */
export async function countOwnerCancellations(db: Db, ownerId: string): Promise<number> {
  const [row] = await db
    .select({ times: count() })
    .from(bookings)
    .where(
      and(
        eq(bookings.ownerId, ownerId),
        gt(sql`coalesce(${bookings.closedAt}, ${bookings.canceledAt})`, aYearAgo),
        isNotNull(bookings.approvedAt),
        isCanceledByOwner,
      ),
    );
  return row?.times ?? 0;
}

/** Serializes concurrent cancellations of one owner, so that the second one counts the first. */
export async function lockOwnerRecord(tx: Db, ownerId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`owner record ${ownerId}`}, 0))`);
}

/** When the owner last marked the item as handed over. The booking forgets it when the renter disputes the handoff. */
export async function findHandoffMark(db: Db, bookingId: string): Promise<Date | null> {
  const [mark] = await db
    .select({ at: rentalEvents.createdAt })
    .from(rentalEvents)
    .where(and(eq(rentalEvents.bookingId, bookingId), eq(rentalEvents.eventType, "owner_handed_over")))
    .orderBy(desc(rentalEvents.id))
    .limit(1);
  return mark?.at ?? null;
}

type UnitReturnAsJson = Omit<UnitReturn, "at" | "confirmedAt"> & { at: string; confirmedAt: string | null };

/** The returned units of a booking of several units, oldest first, as JSON for a query on bookings. */
export const returnsOfBooking = sql<UnitReturnAsJson[]>`case when ${bookings.quantity} = 1 then '[]' else coalesce((
  select json_agg(json_build_object(
    'id', ${unitReturns.id}, 'units', ${unitReturns.units}, 'byRole', ${unitReturns.byRole},
    'isByCode', ${unitReturns.isByCode}, 'notes', ${unitReturns.notes}, 'reportId', ${unitReturns.reportId},
    'confirmedAt', ${unitReturns.confirmedAt}, 'at', ${unitReturns.createdAt})
    order by ${unitReturns.createdAt}, ${unitReturns.id})
  from ${unitReturns} where ${unitReturns.bookingId} = ${bookings.id}), '[]') end`;

export const returnOfJson = ({ at, confirmedAt, ...one }: UnitReturnAsJson): UnitReturn => ({
  ...one,
  at: new Date(at),
  confirmedAt: confirmedAt === null ? null : new Date(confirmedAt),
});
