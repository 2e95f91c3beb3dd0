import { claimDamage, markReturned, resolveDamageClaim } from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { getBookingCondition, verifyEvidence } from "@nexby/contract/bookings/condition";
import { claimForPieces } from "@nexby/domain/listings/kit";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { items } from "../../../schema/listings.ts";
import { addPhoto, reportWithPhoto, sendReport } from "../../../testing/bookings/condition-reports.ts";
import { useRentals } from "../../bookings/tests/rentals.fixture.ts";

const rentals = useRentals();
const { here, as, origin, database, reach, scheduled, receive, admin } = rentals;

const KIT = [
  { name: "Tent pole", count: 4, priceCents: 1_200 },
  { name: "Peg", count: 12, priceCents: 150 },
];
const counts = (poles: number, pegs: number) => [
  { name: "Tent pole", count: poles },
  { name: "Peg", count: pegs },
];
const PROBLEM = { phase: "check_in", condition: "other", notes: "Pieces are missing" } as const;

/** A booking of the kit whose pickup time is confirmed and whose deposit is held. */
async function readyForPickup() {
  const booking = await scheduled({ pieces: KIT, depositAmountCents: 5_000 }, { inDays: 1 });
  if (booking.depositStatus === "pending") await reach(booking.startAt, -23.9);
  return booking;
}

const missingOf = async (bookingId: string) => (await as(here().owner, getBooking, bookingId)).missingPieces;

describe("a kit's pieces", () => {
  test("[KIT-01] a kit's pieces keep the counts and prices agreed at checkout when the owner changes the listing", async () => {
    const { owner, renter } = here();
    const { id, item } = await readyForPickup();
    const cheaper = [{ name: "Tent pole", count: 2, priceCents: 1 }];
    await database().db.update(items).set({ pieces: cheaper }).where(eq(items.id, item.id));
    for (const person of [owner, renter]) expect((await as(person, getBooking, id)).price.pieces).toEqual(KIT);
    await reportWithPhoto(origin(), renter, { bookingId: id, phase: "check_out", pieces: counts(4, 12) });
    await receive(id);
    await as(renter, markReturned, id, {});
    await reportWithPhoto(origin(), owner, { bookingId: id, ...PROBLEM, pieces: counts(3, 12) });
    expect(await missingOf(id)).toEqual([{ name: "Tent pole", count: 1, priceCents: 1_200 }]);
  });

  test("[KIT-01] a kit's pieces are counted by both at pickup, and a piece that either missed there is not missing at return", async () => {
    const { owner, renter } = here();
    const { id } = await readyForPickup();
    await reportWithPhoto(origin(), owner, { bookingId: id, phase: "check_out", pieces: counts(3, 12) });
    await reportWithPhoto(origin(), renter, { bookingId: id, phase: "check_out", pieces: counts(4, 11) });
    const { reports } = await as(renter, getBookingCondition, id);
    expect(reports.map(({ byRole, pieces }) => [byRole, pieces])).toEqual([
      ["owner", counts(3, 12)],
      ["renter", counts(4, 11)],
    ]);
    await receive(id);
    await as(renter, markReturned, id, {});
    await reportWithPhoto(origin(), owner, { bookingId: id, ...PROBLEM, pieces: counts(2, 11) });
    expect(await missingOf(id)).toEqual([{ name: "Tent pole", count: 1, priceCents: 1_200 }]);
  });

  test("[COND-01] [KIT-01] a kit's pieces are counted at pickup and at return, and their prices are suggested for the claim", async () => {
    const { owner, renter } = here();
    const { id } = await readyForPickup();
    await reportWithPhoto(origin(), renter, { bookingId: id, phase: "check_out", pieces: counts(4, 11).toReversed() });
    const { reports } = await as(owner, getBookingCondition, id);
    expect(reports.at(-1)?.pieces).toEqual(counts(4, 11));
    expect(await missingOf(id)).toEqual([]);
    await receive(id);
    await as(renter, markReturned, id, {});
    // The renter's count holds until the owner has counted.
    await reportWithPhoto(origin(), renter, { bookingId: id, phase: "check_in", pieces: counts(4, 10) });
    expect(await missingOf(id)).toEqual([{ name: "Peg", count: 1, priceCents: 150 }]);
    // The owner's last count replaces the one before.
    await reportWithPhoto(origin(), owner, { bookingId: id, ...PROBLEM, pieces: counts(0, 0) });
    const photoId = await reportWithPhoto(origin(), owner, { bookingId: id, ...PROBLEM, pieces: counts(3, 10) });
    const missing = await missingOf(id);
    expect(missing).toEqual([
      { name: "Tent pole", count: 1, priceCents: 1_200 },
      { name: "Peg", count: 1, priceCents: 150 },
    ]);
    const amountCents = claimForPieces(missing);
    const claim = { damageType: "missing_pieces", severity: "low", amountCents, notes: PROBLEM.notes } as const;
    expect(await as(owner, claimDamage, id, { ...claim, photoIds: [photoId] })).toMatchObject({
      status: "damaged_admin_review",
      claim: { amountCents: 1_350 },
    });
    const decided = await as(await admin(), resolveDamageClaim, id, { damageCents: 1_350, notes: "As counted" });
    expect(decided.damageCents).toBe(1_350);
  });
});

describe("a checklist", () => {
  test("[COND-01] [KIT-01] a checklist must name each agreed piece and is stored once, in any order, and an edited count is found in the evidence", async () => {
    const { owner, renter } = here();
    const { id } = await readyForPickup();
    const report = { bookingId: id, reportId: newId(), phase: "check_out", pieces: counts(4, 12) } as const;
    for (const pieces of [counts(4, 12).slice(1), counts(5, 12), [...counts(4, 12), { name: "Rope", count: 1 }]]) {
      const response = await sendReport(origin(), owner, { ...report, pieces });
      expect([response.status, await response.json()]).toMatchObject([400, { details: [{ field: "pieces" }] }]);
    }
    expect((await sendReport(origin(), owner, report)).status).toBe(200);
    expect((await sendReport(origin(), owner, { ...report, pieces: counts(4, 12).toReversed() })).status).toBe(200);
    expect((await sendReport(origin(), owner, { ...report, pieces: counts(4, 11) })).status).toBe(422);
    expect((await as(owner, getBookingCondition, id)).reports).toHaveLength(1);

    const { id: photoId } = await addPhoto(origin(), renter, { bookingId: id });
    await sendReport(origin(), renter, { bookingId: id, phase: "check_out", photoIds: [photoId] });
    expect((await as(owner, verifyEvidence, id)).isIntact).toBe(true);
    await database().owner.transaction(async (tx) => {
      await tx.execute(sql`alter table booking_condition_reports disable trigger user`);
      await tx.execute(sql`update booking_condition_reports set pieces = jsonb_set(pieces, '{0,count}', '3')
        where booking_id = ${id} and pieces is not null`);
      await tx.execute(sql`alter table booking_condition_reports enable trigger user`);
    });
    const { isIntact, links } = await as(owner, verifyEvidence, id);
    expect(isIntact).toBe(false);
    expect(links.map(({ problems }) => problems)).toEqual([["record_changed"], [], []]);
  });
});
