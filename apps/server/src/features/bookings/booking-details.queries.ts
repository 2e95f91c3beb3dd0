import type { BookingSnapshot } from "@nexby/domain/bookings/snapshot";
import { missingPieces, type Piece } from "@nexby/domain/listings/kit";
import { isOpenPlan, PLAN_KINDS } from "@nexby/domain/planning/planned-times";
import { isOfFoodTruck } from "@nexby/domain/pricing/food-truck-price";
import { and, asc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { users } from "../../schema/accounts.ts";
import { type Booking, bookings } from "../../schema/bookings.ts";
import { bookingConditionReports } from "../../schema/condition.ts";
import type { DamageClaimRow } from "../../schema/damage.ts";
import type { BookingExtension } from "../../schema/extensions.ts";
import type { LateFeeRow } from "../../schema/late-fees.ts";
import { items } from "../../schema/listings.ts";
import { rentalEvents } from "../../schema/rentals.ts";
import { photosOfItem } from "../listings/public.ts";
import { findFirstMessages, type RequestMessage } from "../messaging/public.ts";
import { findPaymentsOfBooking, type Payment } from "../payments/public.ts";
import { photoAddress } from "../photos/public.ts";
import { isContactShown, viewOf } from "./bookings.policy.ts";
import { findBooking } from "./bookings.queries.ts";
import { type ClaimPhoto, listClaimPhotos } from "./damage-claims.queries.ts";
import { loadFacts, snapshotOf, timeOf } from "./lifecycle/booking-state.ts";
import { findHours, listPlannedTimes, type PlannedTime } from "./planned-times.queries.ts";

/** A booking as one viewer sees it, with the facts its next steps depend on. */
export type Shown = {
  booking: Booking;
  snapshot: BookingSnapshot;
  lateFee: LateFeeRow | null;
  extensions: BookingExtension[];
  claim: DamageClaimRow | null;
  role: "renter" | "owner" | "admin";
  item: ItemRow & { isFoodTruck: boolean };
  renter: PersonRow;
  owner: PersonRow;
  now: Date;
};

const missingPerson = (id: string) => ({ id, firstName: "", lastName: "", profileImageUrl: null });

/** Keeps the given order and leaves out bookings the viewer may not see. */
export async function loadBookingViews(db: Db, viewer: Viewer, bookings: readonly Booking[]): Promise<Shown[]> {
  const facts = await loadFacts(
    db,
    bookings.map(({ id }) => id),
  );
  const items = await findShownItems(
    db,
    bookings.map(({ itemId }) => itemId),
  );
  const people = await findPeople(
    db,
    bookings.flatMap(({ renterId, ownerId }) => [renterId, ownerId]),
  );
  const now = timeOf(facts);
  return bookings.flatMap((booking) => {
    const role = viewOf(booking, viewer);
    const shown = items.get(booking.itemId);
    if (role === null || !shown) return [];
    const { snapshot, lateFee, claim, extensions } = snapshotOf(booking, facts);
    const item = { ...shown, isFoodTruck: isOfFoodTruck(booking.priceBreakdown) };
    const person = (id: string) => people.get(id) ?? missingPerson(id);
    const [renter, owner] = [person(booking.renterId), person(booking.ownerId)];
    return [{ booking, snapshot, lateFee, claim, extensions, role, item, renter, owner, now }];
  });
}

type PersonRow = { id: string; firstName: string; lastName: string; profileImageUrl: string | null };

async function findPeople(db: Db, ids: readonly string[]): Promise<Map<string, PersonRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      profileImageUrl: users.profileImageUrl,
    })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, { ...row, firstName: row.firstName ?? "", lastName: row.lastName ?? "" }]));
}

type ItemRow = {
  id: string;
  title: string;
  cover: string | null;
  placeholder: string | null;
  location: string;
};

/** Includes items that are no longer listed. */
async function findShownItems(db: Db, ids: readonly string[]): Promise<Map<string, ItemRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: items.id, title: items.title, location: items.location, photos: photosOfItem })
    .from(items)
    .where(inArray(items.id, [...new Set(ids)]));
  return new Map(
    rows.map(({ photos: [cover], ...item }) => [
      item.id,
      { ...item, cover: cover ? photoAddress(cover.key) : null, placeholder: cover?.placeholder ?? null },
    ]),
  );
}

const ACTORS = ["renter", "owner", "admin", "system"] as const;
const MAX_EVENTS = 200;

type TimelineRow = Awaited<ReturnType<typeof findTimeline>>[number];

/** Oldest first. */
async function findTimeline(db: Db, bookingId: string) {
  const rows = await db
    .select({
      id: rentalEvents.id,
      type: rentalEvents.eventType,
      by: sql<string | null>`${rentalEvents.metadata}->>'by'`,
      notes: rentalEvents.notes,
      createdAt: rentalEvents.createdAt,
    })
    .from(rentalEvents)
    .where(eq(rentalEvents.bookingId, bookingId))
    .orderBy(asc(rentalEvents.createdAt), asc(rentalEvents.id))
    .limit(MAX_EVENTS);
  return rows.map((row) => ({ ...row, by: ACTORS.find((actor) => actor === row.by) ?? ("system" as const) }));
}

/** Null when neither the pickup nor the return is still to come. */
type HandoffHours = Awaited<ReturnType<typeof findHours>> | null;

export type BookingDetails = Shown & {
  /** The other person's number. Null unless the viewer may see it and the other person shares it. */
  contactPhone: string | null;
  /** Former and open proposals and the times in force, newest first. */
  plannedTimes: PlannedTime[];
  handoffHours: HandoffHours;
  missingPieces: Piece[];
  message: RequestMessage | null;
  payments: Payment[];
  timeline: TimelineRow[];
  claimPhotos: ClaimPhoto[];
  bookingsAtRisk: BookingAtRisk[];
};

/** Throws not_found for everyone except the renter, the owner and admins. */
export async function getBooking(db: Db, viewer: Viewer, bookingId: string): Promise<BookingDetails> {
  const booking = await findBooking(db, bookingId);
  if (!booking) throw new AppError("not_found", "Booking not found");
  return detailsOf(db, viewer, booking);
}

export async function detailsOf(db: Db, viewer: Viewer, booking: Booking): Promise<BookingDetails> {
  const [shown] = await loadBookingViews(db, viewer, [booking]);
  if (!shown) throw new AppError("not_found", "Booking not found");
  const messages = await findFirstMessages(db, [booking.id]);
  const payments = await findPaymentsOfBooking(db, booking.id);
  const timeline = await findTimeline(db, booking.id);
  const contactPhone = await findContactPhone(db, shown);
  const plannedTimes = await listPlannedTimes(db, booking.id);
  const handoffHours = await findHandoffHours(db, shown);
  const message = messages.get(booking.id) ?? null;
  const missing = await findMissingPieces(db, booking);
  const claimPhotos = shown.claim ? await listClaimPhotos(db, shown.claim.id) : [];
  const bookingsAtRisk = await findBookingsAtRisk(db, shown);
  return {
    ...shown,
    contactPhone,
    plannedTimes,
    handoffHours,
    missingPieces: missing,
    message,
    payments,
    timeline,
    claimPhotos,
    bookingsAtRisk,
  };
}

type BookingAtRisk = { id: string; renterFirstName: string; startDate: string; endDate: string };
const MAX_AT_RISK = 20;

/** The item's next bookings that its late return endangers, the earliest first. A renter isn't shown other renters. */
async function findBookingsAtRisk(db: Db, { booking, snapshot, role }: Shown): Promise<BookingAtRisk[]> {
  if (role === "renter" || !snapshot.isHeldUntilReturn) return [];
  const { id, startDate, endDate, itemId, startAt, status, endangeredAt, renterId } = bookings;
  return db
    .select({ id, startDate, endDate, renterFirstName: sql<string>`coalesce(${users.firstName}, '')` })
    .from(bookings)
    .innerJoin(users, eq(users.id, renterId))
    .where(
      and(
        eq(itemId, booking.itemId),
        gt(startAt, booking.startAt),
        inArray(status, ["approved", "scheduled"]),
        isNotNull(endangeredAt),
      ),
    )
    .orderBy(asc(startAt), asc(id))
    .limit(MAX_AT_RISK);
}

async function findMissingPieces(db: Db, { id, priceBreakdown: { pieces } }: Booking): Promise<Piece[]> {
  if (!pieces) return [];
  const { byRole, phase, pieces: counted, bookingId, createdAt } = bookingConditionReports;
  const reports = await db
    .select({ byRole, phase, pieces: counted })
    .from(bookingConditionReports)
    .where(and(eq(bookingId, id), isNotNull(counted)))
    .orderBy(asc(createdAt), asc(bookingConditionReports.id));
  return missingPieces(pieces, reports);
}

const findHandoffHours = async (db: Db, { booking, snapshot }: Shown): Promise<HandoffHours> =>
  PLAN_KINDS.some((kind) => isOpenPlan(snapshot, kind)) ? findHours(db, booking) : null;

async function findContactPhone(db: Db, shown: Shown): Promise<string | null> {
  if (!isContactShown(shown)) return null;
  const [other] = await db
    .select({ phoneNumber: users.phoneNumber })
    .from(users)
    .where(and(eq(users.id, otherOf(shown).id), users.sharesPhone));
  return other?.phoneNumber ?? null;
}

export const otherOf = ({ role, renter, owner }: Pick<Shown, "role" | "renter" | "owner">): PersonRow =>
  role === "renter" ? owner : renter;
