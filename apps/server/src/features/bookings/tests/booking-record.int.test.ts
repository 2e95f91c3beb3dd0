import { listStatusChanges, readBookingRecord } from "@nexby/contract/admin/booking-record";
import {
  agreeToClaim,
  approveBooking,
  claimDamage,
  confirmTime,
  markHandedOver,
  markReturned,
  proposeTime,
} from "@nexby/contract/bookings/booking-commands";
import { type BookingDetailView, getBooking } from "@nexby/contract/bookings/bookings";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bookingRequests, bookings } from "../../../schema/bookings.ts";
import { damagePhotos } from "../../../schema/damage.ts";
import { pickupSchedules } from "../../../schema/rentals.ts";
import { addPhoto, CLAIM, reportWithPhoto } from "../../../testing/bookings/condition-reports.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { asViewer } from "../../../testing/test-app.ts";
import { useRentals } from "./rentals.fixture.ts";

const rentals = useRentals();
const { here, item, as, origin, database, reach, scheduled, inPossession, admin } = rentals;

/** As JSON has it. */
const json = (row: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(row));
const pickupOf = ({ plannedTimes }: BookingDetailView) => plannedTimes.find(({ kind }) => kind === "pickup");
const DELIVERY = {
  inDays: 4,
  exchangeType: "delivery",
  destination: "78704",
  requestedPickupTime: "10:00",
  isDropoffFlexible: true,
} as const;
const delivered = (request = {}) =>
  item({ offerDelivery: true, deliveryFeeCents: 500, deliveryRadius: 30, cleaningFeeCents: 300 }).then((itemId) =>
    rentals.requested(itemId, { ...DELIVERY, ...request }),
  );

describe("an admin's record of a booking", () => {
  test("[DATA-04] an admin's record of a booking has the request as it was made, the price's parts and the people's ids at the card provider", async () => {
    const { owner, renter } = here();
    const { id } = await delivered();
    await as(owner, approveBooking, id, { message: "The gate is open" });
    const record = await as(await admin(), readBookingRecord, id);
    const [[request], [booking]] = await Promise.all([
      database().db.select().from(bookingRequests).where(eq(bookingRequests.bookingId, id)),
      database().db.select().from(bookings).where(eq(bookings.id, id)),
    ]);
    const { renter: by, owner: of, priceParts, ...stored } = record.request ?? {};
    expect([by?.id, of?.id]).toEqual([renter.id, owner.id]);
    expect(json(request)).toMatchObject(stored);
    expect(json(request?.priceParts)).toMatchObject(priceParts ?? {});
    expect(stored).toMatchObject({
      deliveryAddress: "78704",
      deliveryMethod: "delivery",
      pickupMethod: "DELIVERY",
      isPickupFlexible: false,
      isDropoffFlexible: true,
      approvalMessage: "The gate is open",
      approvalStatus: "approved",
      termsAccepted: true,
      paymentIntentId: expect.stringMatching(/^pi_/),
      requestedIntervalStart: expect.any(String),
    });
    expect(json(booking)).toMatchObject({ ...record.price, ...record.handoff });
    expect(record.price).toMatchObject({
      deliveryCents: expect.any(Number),
      cleaningCents: 300,
      reAuthAttempts: 0,
      maxReAuthAttempts: 3,
    });
    expect(record.handoff.deliveryAddress).toBe("78704");
    const { rows } = await database().db.execute(
      sql`select provider_id from payment_customers where user_id = ${renter.id}`,
    );
    expect(record.renter).toEqual({
      id: renter.id,
      firstName: "Ada",
      lastName: "Park",
      paymentCustomerId: rows[0]?.provider_id,
    });
  });

  test("[DATA-06] an admin's record of a booking has every proposed time with its notes, and the time that was confirmed", async () => {
    const { owner, renter } = here();
    const { id, startDate, ...booking } = await scheduled({}, { inDays: 5 });
    const proposal = { kind: "pickup", date: startDate, message: "I work until 1 PM", notes: "Bring straps" } as const;
    await as(owner, proposeTime, id, { ...proposal, time: "13:00" });
    const proposed = pickupOf(await as(renter, getBooking, id));
    expect(proposed?.proposal).toMatchObject({ message: "I work until 1 PM", notes: "Bring straps" });
    expect(proposed?.notes).toBeNull();
    const confirmed = pickupOf(await as(renter, confirmTime, id, { kind: "pickup" }));
    expect(confirmed).toMatchObject({ notes: "Bring straps", proposal: null });
    const adminUser = await admin();
    expect(pickupOf(await as(adminUser, getBooking, id))?.notes).toBeNull();

    const { plannedTimes } = await as(adminUser, readBookingRecord, id);
    const rows = await database().db.select().from(pickupSchedules).where(eq(pickupSchedules.bookingId, id));
    for (const { proposedBy, confirmedBy, ...time } of plannedTimes) {
      expect(json(rows.find((row) => row.id === time.id))).toMatchObject(time);
      expect([proposedBy, confirmedBy]).toEqual(time.notes ? ["owner", "renter"] : ["renter", "owner"]);
    }
    expect(plannedTimes.map(({ status, notes }) => [status, notes])).toEqual([
      ["confirmed", "Bring straps"],
      ["superseded", null],
    ]);
    expect(plannedTimes[0]?.confirmedDateTime).toBe(confirmed?.at);
    expect(booking.startAt < (confirmed?.at ?? "")).toBe(true);
  });

  test("[DATA-05] [DATA-08] an admin's record of a booking has who reported and photographed what, with the damage that photos show", async () => {
    const { owner, renter } = here();
    const { id, startAt } = await scheduled({ depositAmountCents: 6_000 }, { inDays: 1 });
    await reach(startAt, -0.5);
    const received = await reportWithPhoto(origin(), renter, { bookingId: id, phase: "check_out", notes: "Damp" });
    await as(renter, markHandedOver, id, {});
    const back = await reportWithPhoto(origin(), renter, { bookingId: id, phase: "check_in" });
    await as(renter, markReturned, id, {});
    const { id: photoId } = await addPhoto(origin(), owner, { bookingId: id, stage: "return", name: "torn.jpg" });
    const claimed = await as(owner, claimDamage, id, { ...CLAIM, amountCents: 5_000, photoIds: [photoId] });
    expect(claimed.claim?.photos).toMatchObject([{ id: photoId, filename: "torn.jpg", createdAt: expect.any(String) }]);

    const record = await as(await admin(), readBookingRecord, id);
    const urlOf = (photo: string) => `/api/bookings/${id}/photos/${photo}`;
    const [booking] = await database().db.select().from(bookings).where(eq(bookings.id, id));
    expect(json(booking)).toMatchObject({ ...record.reportedAt, ...record.reportPhotos });
    expect(record.reportPhotos.renterCheckinPhotos).toEqual([urlOf(back)]);
    expect(record.reportedAt.renterCheckinAt).not.toBeNull();
    expect(record.reports.find(({ phase, byRole }) => phase === "check_out" && byRole === "renter")).toMatchObject({
      notes: "Damp",
      photoUrls: [urlOf(received)],
    });
    const uploads = new Map(
      record.photos.map(({ id: photo, uploadedBy, photoUrl }) => [photo, [uploadedBy.id, photoUrl]]),
    );
    expect(uploads.get(received)).toEqual([renter.id, urlOf(received)]);
    expect(uploads.get(photoId)).toEqual([owner.id, urlOf(photoId)]);
    const [{ uploadedBy, id: shown, placeholder: _, isRemoved: _isRemoved, ...damage }] = record.damagePhotos as [
      (typeof record.damagePhotos)[number],
    ];
    expect([shown, uploadedBy.id]).toEqual([photoId, owner.id]);
    const [stored] = await database().db.select().from(damagePhotos).where(eq(damagePhotos.bookingId, id));
    expect(json(stored)).toMatchObject(damage);
    expect(damage).toMatchObject({ damageType: CLAIM.damageType, damageSeverity: CLAIM.severity });
    expect(record.fraudAnalyses).toMatchObject([{ analysisType: "authorization", user: { id: renter.id } }]);
  });

  test("[DATA-07] an admin's record of a booking lists every status change of the booking and its claim in pages, with its actor and reason", async () => {
    const { owner } = here();
    const { id } = await inPossession({ depositAmountCents: 6_000 });
    await as(here().renter, markReturned, id, { notes: "In the shed" });
    await rentals.claim(id, 5_000);
    await as(here().renter, agreeToClaim, id, {});
    await rentals.settle(id);
    const { headers } = await admin();
    const page = (query: { limit: string; cursor?: string }) =>
      call(origin(), listStatusChanges, { params: { bookingId: id }, query, headers });
    const { body: all } = await page({ limit: "100" });
    const seen: typeof all = [];
    for (let cursor: string | undefined; ; ) {
      const { body, headers: answered } = await page({ limit: "4", ...(cursor && { cursor }) });
      seen.push(...body);
      cursor = /cursor=([^&>]+)/.exec(answered.get("link") ?? "")?.[1];
      if (!cursor) break;
    }
    expect(seen).toEqual(all);
    const { rows } = await database().db.execute(sql`
      select id from status_transitions
      where entity_id = ${id} or entity_id in (select id from damage_claims where booking_id = ${id})
      order by created_at desc, id desc`);
    expect(all.map((change) => change.id)).toEqual(rows.map((row) => row.id));
    expect(all.at(-1)).toMatchObject({ fromStatus: null, toStatus: "pending", transitionType: "party" });
    expect(all.find(({ field, toStatus }) => field === "status" && toStatus === "return_submitted")).toMatchObject({
      entityType: "booking",
      fromStatus: "in_possession",
      reason: "In the shed",
      actor: { firstName: "Ada" },
    });
    expect(all.find(({ entityType }) => entityType === "damage_claim")).toMatchObject({
      fromStatus: "open",
      toStatus: "agreed",
      actor: { firstName: "Ada" },
    });
    expect(all.some(({ transitionType, actor }) => transitionType === "system" && actor === null)).toBe(true);
    expect(all.some(({ actor }) => actor?.id === owner.id)).toBe(true);
  });

  test("[DATA-04] an admin's record of a booking is in the audit log each time it is read, and not for admins who rent or own the item", async () => {
    const { owner, renter } = here();
    const { id } = await delivered();
    const reader = await admin();
    for (const _ of [1, 2]) await as(reader, readBookingRecord, id);
    const refusal = async (endpoint: typeof readBookingRecord | typeof listStatusChanges, personId: string) => {
      const headers = asViewer({ id: personId, isAdmin: true, isApproved: true });
      return (await callExpectingError(origin(), endpoint, { params: { bookingId: id }, headers })).error.message;
    };
    for (const { id: personId } of [owner, renter]) {
      for (const endpoint of [readBookingRecord, listStatusChanges]) {
        expect(await refusal(endpoint, personId)).toBe("This is your own booking. Another admin has to decide.");
      }
    }
    const { rows } = await database().db.execute(sql`
      select actor_id from audit_log where action = 'booking_record_read' and entity_id = ${id}`);
    expect(rows.map((row) => row.actor_id)).toEqual([reader.id, reader.id]);
  });
});
