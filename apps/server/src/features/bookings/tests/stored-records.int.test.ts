import {
  approveBooking,
  claimDamage,
  confirmReturn,
  confirmTime,
  contestClaim,
  contestLateFee,
  decideLateFee,
  keepTime,
  markReturned,
  proposeTime,
  resolveDamageClaim,
  setHandoffInstructions,
} from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { declineExtension, requestExtension } from "@nexby/contract/bookings/extensions";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { tasksOf } from "../../../testing/admin-tasks.ts";
import { addPhoto, CLAIM } from "../../../testing/bookings/condition-reports.ts";
import { inLines, type Names, recordsOf, storedRows } from "../../../testing/stored-records.ts";
import { laterBy, openOf, useExtensions } from "./extensions/extensions.fixture.ts";

const rentals = useExtensions();
const { here, item, as, origin, database, settle, inPossession, passHours, reach, admin } = rentals;

const namesFor = (bookingId: string, more: Names = {}): Names => ({
  [here().owner.id]: "owner",
  [here().renter.id]: "renter",
  [bookingId]: "the booking",
  ...more,
});
const rowsOf = (table: string, bookingId: string, names: Names) =>
  storedRows(database().db, { table, where: sql`booking_id = ${bookingId}`, names, except: ["price_breakdown"] });
const recordsAbout = (about: RegExp, bookingId: string, names: Names) =>
  recordsOf(database().db, { bookingId, names, about });
/** What the booking says to the module that moves money. */
async function paymentsOf(bookingId: string, kind: string, names: Names) {
  const { rows } = await database().db.execute(sql`
    select payer_id, owner_id, capture, saves_card, description, amount_cents, captured_cents,
      price_breakdown->'totalCents' as price, commission_cents
    from payments where booking_id = ${bookingId} and kind = ${kind} order by created_at, id`);
  return inLines(rows, names);
}

describe("all that is stored and shown", () => {
  test("[EXT-01] stored records are complete for three extension requests: replaced, declined and approved", async () => {
    const { owner, renter } = here();
    const { id, endAt } = await inPossession({}, { days: 2 });
    const ends = { [endAt]: "the end", [laterBy(1, endAt)]: "a day later", [laterBy(2, endAt)]: "two days later" };
    const names = namesFor(id, ends);
    await as(renter, requestExtension, id, { ...(await rentals.bodyFor(id, 2)), message: "" });
    const asked = await rentals.requested(id, 1, "The weather is great");
    await as(owner, declineExtension, id, { extensionId: openOf(asked)?.id, reason: "I need it myself" });
    await settle(id);
    await rentals.approved(id, 1);
    expect(await rowsOf("booking_extensions", id, names)).toMatchInlineSnapshot(`
      [
        "end_at: two days later, status: withdrawn, end_date: a day, booking_id: the booking, created_at: a time, decided_at: a time, expires_at: a time, payment_id: an id, previous_end_at: the end",
        "end_at: a day later, status: declined, message: The weather is great, end_date: a day, booking_id: the booking, created_at: a time, decided_at: a time, expires_at: a time, payment_id: an id, requested_at: a time, decline_reason: I need it myself, previous_end_at: the end",
        "end_at: a day later, status: approved, end_date: a day, booking_id: the booking, created_at: a time, decided_at: a time, expires_at: a time, payment_id: an id, requested_at: a time, previous_end_at: the end",
      ]
    `);
    expect(await paymentsOf(id, "extension", names)).toMatchInlineSnapshot(`
      [
        "payer_id: renter, owner_id: owner, capture: manual, saves_card: false, description: Extension, Ladder, amount_cents: 5000, captured_cents: 0, price: 5000, commission_cents: 0",
        "payer_id: renter, owner_id: owner, capture: manual, saves_card: false, description: Extension, Ladder, amount_cents: 2500, captured_cents: 0, price: 2500, commission_cents: 0",
        "payer_id: renter, owner_id: owner, capture: manual, saves_card: false, description: Extension, Ladder, amount_cents: 2500, captured_cents: 2500, price: 2500, commission_cents: 0",
      ]
    `);
    expect(await recordsAbout(/extension[_.]/, id, names)).toMatchInlineSnapshot(`
      {
        "audit": [
          "extension_withdraw | extension | renter | {"by":"renter","bookingId":"the booking"}",
          "extension_request | extension | {"by":"system","bookingId":"the booking"}",
          "extension_decline | extension | owner | {"by":"owner","bookingId":"the booking"}",
          "extension_request | extension | {"by":"system","bookingId":"the booking"}",
          "extension_approve | extension | owner | {"by":"owner","bookingId":"the booking"}",
        ],
        "notices": [
          "owner | booking_request | extension_requested | {"until":"a day later","deadline":"a time","earnsCents":2375}",
          "renter | booking_declined | extension_declined | {"dueAt":"the end","reason":"I need it myself"}",
          "owner | booking_request | extension_requested | {"until":"a day later","deadline":"a time","earnsCents":2375}",
          "renter | booking_approved | extension_approved | {"until":"a day later","isInstant":false,"earnsCents":2375,"chargedCents":2500}",
        ],
        "timeline": [
          "extension_requested | a moment / The weather is great | {"by":"renter"}",
          "extension_declined | owner | a moment / I need it myself | {"by":"owner"}",
          "extension_requested | a moment | {"by":"renter"}",
          "extension_approved | owner | a moment | {"by":"owner"}",
        ],
        "transitions": [
          "extension.status | new to draft | party | renter",
          "extension.status | draft to withdrawn | party | renter",
          "extension.status | new to draft | party | renter",
          "extension.status | draft to requested | system",
          "extension.status | requested to declined | party | owner | I need it myself",
          "extension.status | new to draft | party | renter",
          "extension.status | draft to requested | system",
          "extension.status | requested to approved | party | owner",
        ],
      }
    `);
    const shownTo = async (person: typeof owner) =>
      (await as(person, getBooking, id)).extensions.map(({ price, ...rest }) => ({ ...rest, costs: price.totalCents }));
    expect(inLines(await shownTo(owner), names)).toMatchInlineSnapshot(`
      [
        "id: an id, status: declined, endDate: a day, endAt: a day later, previousEndAt: the end, ownerEarningsCents: 2375, message: The weather is great, declineReason: I need it myself, expiresAt: a time, requestedAt: a time, decidedAt: a time, costs: 2500",
        "id: an id, status: approved, endDate: a day, endAt: a day later, previousEndAt: the end, ownerEarningsCents: 2375, message: null, declineReason: null, expiresAt: a time, requestedAt: a time, decidedAt: a time, costs: 2500",
      ]
    `);
    expect(inLines(await shownTo(renter), names)).toMatchInlineSnapshot(`
      [
        "id: an id, status: withdrawn, endDate: a day, endAt: two days later, previousEndAt: the end, ownerEarningsCents: null, message: null, declineReason: null, expiresAt: a time, requestedAt: null, decidedAt: a time, costs: 5000",
        "id: an id, status: declined, endDate: a day, endAt: a day later, previousEndAt: the end, ownerEarningsCents: null, message: The weather is great, declineReason: I need it myself, expiresAt: a time, requestedAt: a time, decidedAt: a time, costs: 2500",
        "id: an id, status: approved, endDate: a day, endAt: a day later, previousEndAt: the end, ownerEarningsCents: null, message: null, declineReason: null, expiresAt: a time, requestedAt: a time, decidedAt: a time, costs: 2500",
      ]
    `);
  });

  test("[DMG-01] stored records are complete for a claim that is contested, decided and charged", async () => {
    const { owner, renter } = here();
    const { id } = await inPossession({ depositAmountCents: 6_000, replacementValueCents: 20_000 });
    await as(renter, markReturned, id, {});
    const photoIds = [];
    for (const name of ["seam.jpg", "zip.jpg"]) {
      photoIds.push((await addPhoto(origin(), owner, { bookingId: id, stage: "return", name })).id);
    }
    const [first = "", second = ""] = photoIds;
    await as(owner, claimDamage, id, { ...CLAIM, amountCents: 15_000, photoIds: [second, first] });
    await as(renter, contestClaim, id, { reason: "It was torn before" });
    const decider = await admin();
    const names = namesFor(id, { [decider.id]: "an admin", [first]: "the first photo", [second]: "the second photo" });
    const tasks = await tasksOf(origin(), "damage_claim", decider.headers);
    const task = tasks.find(({ subject }) => subject.bookingId === id);
    expect(inLines([task], names)).toMatchInlineSnapshot(`
      [
        "kind: damage_claim, id: an id, since: a time, due: null, moneyAtStakeCents: 15000, link: /my-bookings/the booking, noDecision: null, subject: {"bookingId":"the booking","item":{"id":"an id","title":"Ladder"},"renter":{"id":"renter","firstName":"Ada","lastName":"Park","isSuspended":false},"owner":{"id":"owner","firstName":"Sam","lastName":"Reed","isSuspended":false}}, decisions: ["resolve"], details: {"status":"contested","damageType":"broken","severity":"medium","amountCents":15000,"notes":"A torn seam","photoCount":2,"contestReason":"It was torn before"}",
      ]
    `);
    await as(decider, resolveDamageClaim, id, { damageCents: 14_000, notes: "By the photos" });
    await settle(id);
    const decided = await as(renter, getBooking, id);
    for (let passed = 0; passed < 55; passed += 11) await passHours(11);
    await settle(id);
    expect(inLines([decided.claim], names)).toMatchInlineSnapshot(`
      [
        "status: decided, filedBy: owner, damageType: broken, severity: medium, amountCents: 15000, notes: A torn seam, photos: [{"id":"the second photo","url":"/api/bookings/the booking/photos/the second photo","placeholder":"a value","filename":"zip.jpg","createdAt":"a time","isRemoved":false},{"id":"the first photo","url":"/api/bookings/the booking/photos/the first photo","placeholder":"a value","filename":"seam.jpg","createdAt":"a time","isRemoved":false}], namedAt: null, answeredAt: a time, contestReason: It was torn before, decisionReason: By the photos, depositCents: 6000, cardCents: 8000, collectedCents: 0, chargeableAt: a time, payBy: null",
      ]
    `);
    expect(inLines([(await as(owner, getBooking, id)).claim], names)).toMatchInlineSnapshot(`
      [
        "status: charged, filedBy: owner, damageType: broken, severity: medium, amountCents: 15000, notes: A torn seam, photos: [{"id":"the second photo","url":"/api/bookings/the booking/photos/the second photo","placeholder":"a value","filename":"zip.jpg","createdAt":"a time","isRemoved":false},{"id":"the first photo","url":"/api/bookings/the booking/photos/the first photo","placeholder":"a value","filename":"seam.jpg","createdAt":"a time","isRemoved":false}], namedAt: null, answeredAt: a time, contestReason: It was torn before, decisionReason: By the photos, depositCents: 6000, cardCents: 8000, collectedCents: 14000, chargeableAt: a time, payBy: a time",
      ]
    `);
    expect(await rowsOf("damage_claims", id, names)).toMatchInlineSnapshot(`
      [
        "pay_by: a time, status: charged, filed_by: owner, severity: medium, reminders: 0, booking_id: the booking, card_cents: 8000, created_at: a time, decided_at: a time, payment_id: an id, answered_at: a time, damage_type: broken, description: A torn seam, charge_tries: 1, chargeable_at: a time, claimed_cents: 15000, deposit_cents: 6000, contest_reason: It was torn before, collected_cents: 14000, decision_reason: By the photos",
      ]
    `);
    expect(await rowsOf("damage_photos", id, names)).toMatchInlineSnapshot(`
      [
        "stage: return, claim_id: an id, filename: zip.jpg, photo_id: the second photo, position: 1, file_size: 343, mime_type: image/jpeg, photo_url: /api/bookings/the booking/photos/the second photo, user_role: owner, booking_id: the booking, created_at: a time, damage_type: broken, uploaded_by: owner, damage_severity: medium, damage_description: A torn seam",
        "stage: return, claim_id: an id, filename: seam.jpg, photo_id: the first photo, position: 2, file_size: 343, mime_type: image/jpeg, photo_url: /api/bookings/the booking/photos/the first photo, user_role: owner, booking_id: the booking, created_at: a time, damage_type: broken, uploaded_by: owner, damage_severity: medium, damage_description: A torn seam",
      ]
    `);
    expect(await paymentsOf(id, "damage", names)).toMatchInlineSnapshot(`
      [
        "payer_id: renter, owner_id: owner, capture: automatic, saves_card: false, description: Damage, Ladder, amount_cents: 8000, captured_cents: 8000, price: null, commission_cents: 0",
      ]
    `);
    expect(await recordsAbout(/claim|damage/, id, names)).toMatchInlineSnapshot(`
      {
        "audit": [
          "booking_claim_damage | booking | owner | {"by":"owner","to":"damaged_admin_review","from":"return_submitted"}",
          "booking_resolve | booking | an admin | {"by":"admin","to":"closed","from":"damaged_admin_review"}",
        ],
        "notices": [
          "renter | system | claim_opened | {"by":"owner","claimCents":15000,"isNamedByOwner":false}",
          "owner | system | claim_answered | {"reason":"It was torn before"}",
          "owner | payment | claim_decided | {"reason":"By the photos","chargeAt":"a time","cardCents":8000,"damageCents":14000}",
          "renter | payment | claim_decided | {"reason":"By the photos","chargeAt":"a time","cardCents":8000,"damageCents":14000}",
          "owner | payment | damage_settled | {"cardCents":8000,"unpaidCents":0,"depositCents":6000}",
          "renter | payment | damage_settled | {"cardCents":8000,"unpaidCents":0,"depositCents":6000}",
        ],
        "timeline": [
          "claim_damage | owner | A torn seam | {"by":"owner"}",
          "claim_contested | renter | It was torn before | {"by":"renter"}",
          "damage_charged | {"by":"system"}",
        ],
        "transitions": [
          "booking.status | return_submitted to damaged_admin_review | party | owner | A torn seam",
          "damage_claim.status | open to contested | party | renter | It was torn before",
          "damage_claim.status | contested to decided | admin | an admin | By the photos",
          "booking.status | damaged_admin_review to closed | admin | an admin | By the photos",
          "damage_claim.status | decided to charged | system",
        ],
      }
    `);
  });

  test("[LATE-01] stored records are complete for a late fee that is contested, decided and charged", async () => {
    const { owner, renter } = here();
    const { id, endAt } = await inPossession();
    await reach(endAt, 30);
    await as(renter, markReturned, id, {});
    await as(owner, confirmReturn, id, {});
    await settle(id);
    await as(renter, contestLateFee, id, { reason: "The owner was away" });
    const decider = await admin();
    const names = namesFor(id, { [decider.id]: "an admin", [endAt]: "the end" });
    const tasks = await tasksOf(origin(), "contested_late_fee", decider.headers);
    expect(inLines([tasks.find(({ subject }) => subject.bookingId === id)], names)).toMatchInlineSnapshot(`
      [
        "kind: contested_late_fee, id: an id, since: a time, due: null, moneyAtStakeCents: 5000, link: /my-bookings/the booking, noDecision: null, subject: {"bookingId":"the booking","item":{"id":"an id","title":"Ladder"},"renter":{"id":"renter","firstName":"Ada","lastName":"Park","isSuspended":false},"owner":{"id":"owner","firstName":"Sam","lastName":"Reed","isSuspended":false}}, decisions: ["decide_late_fee"], details: {"daysLate":2,"owedCents":5000,"reason":"The owner was away"}",
      ]
    `);
    await as(decider, decideLateFee, id, { amountCents: 3_000, reason: "Half a day counts" });
    await settle(id);
    expect(inLines([(await as(renter, getBooking, id)).lateFee], names)).toMatchInlineSnapshot(`
      [
        "status: charged, paymentStatus: paid, daysLate: 2, dailyLateFeeCents: 2500, calculatedFeeCents: 5000, cappedFeeCents: 5000, waivedCents: 2000, waiverReason: Half a day counts, owedCents: 3000, chargedCents: 3000, depositCents: 0, ownerCents: null, stoppedAt: a time, contestedAt: a time, contestReason: The owner was away, decisionReason: Half a day counts, chargeableAt: a time, payBy: a time",
      ]
    `);
    expect(inLines([(await as(owner, getBooking, id)).lateFee], names)).toMatchInlineSnapshot(`
      [
        "status: charged, paymentStatus: paid, daysLate: 2, dailyLateFeeCents: 2500, calculatedFeeCents: 5000, cappedFeeCents: 5000, waivedCents: 2000, waiverReason: Half a day counts, owedCents: 3000, chargedCents: 3000, depositCents: 0, ownerCents: 3000, stoppedAt: a time, contestedAt: a time, contestReason: The owner was away, decisionReason: Half a day counts, chargeableAt: a time, payBy: a time",
      ]
    `);
    expect(await rowsOf("late_fees", id, names)).toMatchInlineSnapshot(`
      [
        "pay_by: a time, status: charged, days_late: 2, booking_id: the booking, created_at: a time, payment_id: an id, stopped_at: a time, charge_tries: 1, contested_at: a time, waived_cents: 2000, chargeable_at: a time, charged_cents: 3000, deposit_cents: 0, waiver_reason: Half a day counts, contest_reason: The owner was away, payment_status: paid, decision_reason: Half a day counts, capped_fee_cents: 5000, calculated_fee_cents: 5000, daily_late_fee_cents: 2500",
      ]
    `);
    expect(await paymentsOf(id, "late_fee", names)).toMatchInlineSnapshot(`
      [
        "payer_id: renter, owner_id: owner, capture: automatic, saves_card: false, description: Late fee, Ladder, amount_cents: 3000, captured_cents: 3000, price: null, commission_cents: 0",
      ]
    `);
    expect(await recordsAbout(/late_fee/, id, names)).toMatchInlineSnapshot(`
      {
        "audit": [
          "late_fee_decided | booking | an admin | {"amountCents":3000}",
        ],
        "notices": [
          "owner | payment | late_fee_accrued | {"lostAt":"a time","daysLate":2,"feeCents":5000,"lossCents":0,"nextDayAt":"a time","nextFeeCents":7500,"daysUntilLost":5}",
          "renter | payment | late_fee_accrued | {"lostAt":"a time","daysLate":2,"feeCents":5000,"lossCents":0,"nextDayAt":"a time","nextFeeCents":7500,"daysUntilLost":5}",
          "owner | payment | late_fee_calculated | {"until":"a time","daysLate":2,"feeCents":5000}",
          "renter | payment | late_fee_calculated | {"until":"a time","daysLate":2,"feeCents":5000}",
          "owner | payment | late_fee_contested | {"feeCents":5000}",
          "owner | payment | late_fee_decided | {"reason":"Half a day counts","feeCents":3000,"waivedCents":2000}",
          "renter | payment | late_fee_decided | {"reason":"Half a day counts","feeCents":3000,"waivedCents":2000}",
          "owner | payment | late_fee_settled | {"ownerCents":3000,"unpaidCents":0,"chargedCents":3000,"depositCents":0}",
          "renter | payment | late_fee_settled | {"ownerCents":3000,"unpaidCents":0,"chargedCents":3000,"depositCents":0}",
        ],
        "timeline": [
          "late_fee_calculated | {"by":"system"}",
          "late_fee_contested | renter | The owner was away | {"by":"renter"}",
          "late_fee_decided | an admin | Half a day counts | {"by":"admin"}",
          "late_fee_charged | {"by":"system"}",
        ],
        "transitions": [
          "late_fee.status | calculated to disputed | party | renter | The owner was away",
          "late_fee.status | disputed to calculated | admin | an admin | Half a day counts",
          "late_fee.status | calculated to charged | system",
        ],
      }
    `);
  });

  test("[PICK-01] stored records are complete for proposed, countered, confirmed and moved times", async () => {
    const { owner, renter } = here();
    const times = { inDays: 5, days: 3, requestedPickupTime: "13:30", isPickupFlexible: true };
    const { id } = await rentals.pay(await rentals.checkout(await rentals.request(await item(), times)));
    await as(owner, approveBooking, id, {});
    const { startDate, endDate, plannedTimes } = await settle(id);
    const names = namesFor(id);
    await as(owner, setHandoffInstructions, id, { instructions: "The gate code is on the mailbox" });
    const body = { kind: "pickup", date: startDate, message: "I work until 11", notes: "By the garage" };
    const proposalId = plannedTimes[0]?.proposal?.id;
    await as(owner, proposeTime, id, { ...body, time: "11:30", proposalId });
    expect(inLines((await as(renter, getBooking, id)).plannedTimes, names)).toMatchInlineSnapshot(`
      [
        "kind: pickup, at: null, isConfirmed: false, confirmation: null, place: Maplewood, NJ, notes: null, turn: renter, proposal: {"id":"an id","at":"a time","by":"owner","place":"Maplewood, NJ","notes":"By the garage","isFlexible":false,"message":"I work until 11","inReplyTo":{"at":"a time","response":"I work until 11"},"expiresAt":"a time","isConfirmedAtDeadline":true}, suggestions: [{"at":"a time","date":"a day","time":"09:00"},{"at":"a time","date":"a day","time":"12:30"},{"at":"a time","date":"a day","time":"15:00"},{"at":"a time","date":"a day","time":"18:00"}], days: {"from":"a day","to":"a day"}, ownerHours: {"from":"09:00","to":"18:00"}",
        "kind: return, at: a time, isConfirmed: false, confirmation: null, place: Maplewood, NJ, notes: null, turn: null, proposal: null, suggestions: [{"at":"a time","date":"a day","time":"16:00"},{"at":"a time","date":"a day","time":"16:30"},{"at":"a time","date":"a day","time":"17:00"},{"at":"a time","date":"a day","time":"17:30"}], days: {"from":"a day","to":"a day"}, ownerHours: {"from":"09:00","to":"18:00"}",
      ]
    `);
    await as(renter, confirmTime, id, { kind: "pickup" });
    await as(renter, proposeTime, id, { kind: "pickup", date: startDate, time: "15:00" });
    await as(owner, keepTime, id, { kind: "pickup" });
    await as(owner, proposeTime, id, { kind: "return", date: endDate, time: "10:00" });
    await passHours(25);
    await settle(id);
    await as(owner, proposeTime, id, { kind: "pickup", date: startDate, time: "16:00" });
    await as(owner, keepTime, id, { kind: "pickup" });
    await as(owner, proposeTime, id, { kind: "pickup", date: startDate, time: "17:00", message: "Better" });
    await as(renter, confirmTime, id, { kind: "pickup" });
    expect(await rowsOf("pickup_schedules", id, names)).toMatchInlineSnapshot(`
      [
        "kind: pickup, status: superseded, address: Maplewood, NJ, latitude: 30.2671989333404, longitude: -97.72634354536535, booking_id: the booking, created_at: a time, expires_at: a time, proposed_by: renter, location_type: owner_address, time_flexible: true, response_message: I work until 11, proposed_date_time: a time, special_instructions: The gate code is on the mailbox",
        "kind: pickup, notes: By the garage, status: superseded, address: Maplewood, NJ, latitude: 30.2671989333404, longitude: -97.72634354536535, booking_id: the booking, created_at: a time, expires_at: a time, proposed_by: owner, confirmed_at: a time, confirmed_by: renter, location_type: owner_address, time_flexible: false, proposal_message: I work until 11, proposed_date_time: a time, confirmed_date_time: a time, special_instructions: The gate code is on the mailbox",
        "kind: pickup, status: declined, address: Maplewood, NJ, latitude: 30.2671989333404, longitude: -97.72634354536535, booking_id: the booking, created_at: a time, expires_at: a time, proposed_by: renter, location_type: owner_address, time_flexible: false, proposed_date_time: a time, special_instructions: The gate code is on the mailbox",
        "kind: return, status: expired, address: Maplewood, NJ, latitude: 30.2671989333404, longitude: -97.72634354536535, booking_id: the booking, created_at: a time, expires_at: a time, proposed_by: owner, location_type: owner_address, time_flexible: false, proposed_date_time: a time",
        "kind: pickup, status: canceled, address: Maplewood, NJ, latitude: 30.2671989333404, longitude: -97.72634354536535, booking_id: the booking, created_at: a time, expires_at: a time, proposed_by: owner, location_type: owner_address, time_flexible: false, proposed_date_time: a time, special_instructions: The gate code is on the mailbox",
        "kind: pickup, status: confirmed, address: Maplewood, NJ, latitude: 30.2671989333404, longitude: -97.72634354536535, booking_id: the booking, created_at: a time, expires_at: a time, proposed_by: owner, confirmed_at: a time, confirmed_by: renter, location_type: owner_address, time_flexible: false, proposal_message: Better, proposed_date_time: a time, confirmed_date_time: a time, special_instructions: The gate code is on the mailbox",
      ]
    `);
    expect(inLines((await as(owner, getBooking, id)).plannedTimes, names)).toMatchInlineSnapshot(`
      [
        "kind: pickup, at: a time, isConfirmed: true, confirmation: {"at":"a time","by":"renter"}, place: Maplewood, NJ, notes: null, turn: null, proposal: null, suggestions: [{"at":"a time","date":"a day","time":"09:00"},{"at":"a time","date":"a day","time":"12:00"},{"at":"a time","date":"a day","time":"14:30"},{"at":"a time","date":"a day","time":"18:00"}], days: {"from":"a day","to":"a day"}, ownerHours: {"from":"09:00","to":"18:00"}",
        "kind: return, at: a time, isConfirmed: false, confirmation: null, place: Maplewood, NJ, notes: null, turn: null, proposal: null, suggestions: [{"at":"a time","date":"a day","time":"16:00"},{"at":"a time","date":"a day","time":"16:30"},{"at":"a time","date":"a day","time":"17:00"},{"at":"a time","date":"a day","time":"17:30"}], days: {"from":"a day","to":"a day"}, ownerHours: {"from":"09:00","to":"18:00"}",
      ]
    `);
    expect(await recordsAbout(/time_|proposal_|instructions/, id, names)).toMatchInlineSnapshot(`
      {
        "audit": [],
        "notices": [
          "renter | system | time_proposed | {"at":"a time","plan":"pickup","deadline":"a time","inForceAt":null,"exchangeType":"pickup"}",
          "owner | system | time_proposed | {"at":"a time","plan":"pickup","deadline":"a time","inForceAt":"a time","exchangeType":"pickup"}",
          "renter | system | time_kept | {"at":"a time","plan":"pickup","isWithdrawn":false,"exchangeType":"pickup"}",
          "renter | system | time_proposed | {"at":"a time","plan":"return","deadline":"a time","inForceAt":"a time","exchangeType":"pickup"}",
          "owner | system | proposal_expired | {"at":"a time","plan":"return","exchangeType":"pickup"}",
          "renter | system | time_proposed | {"at":"a time","plan":"pickup","deadline":"a time","inForceAt":"a time","exchangeType":"pickup"}",
          "renter | system | time_kept | {"at":"a time","plan":"pickup","isWithdrawn":true,"exchangeType":"pickup"}",
          "renter | system | time_proposed | {"at":"a time","plan":"pickup","deadline":"a time","inForceAt":"a time","exchangeType":"pickup"}",
          "owner | system | time_confirmed | {"at":"a time","plan":"pickup","exchangeType":"pickup"}",
        ],
        "timeline": [
          "instructions_changed | owner | {"by":"owner"}",
          "pickup_time_proposed | owner | a moment / I work until 11 | {"at":"a time","by":"owner"}",
          "pickup_time_confirmed | renter | a moment | {"at":"a time","by":"renter"}",
          "pickup_time_proposed | renter | a moment | {"at":"a time","by":"renter"}",
          "pickup_time_kept | owner | a moment | {"at":"a time","by":"owner"}",
          "return_time_proposed | owner | a moment | {"at":"a time","by":"owner"}",
          "return_proposal_expired | a moment | {"at":"a time","by":"system"}",
          "pickup_time_proposed | owner | a moment | {"at":"a time","by":"owner"}",
          "pickup_time_kept | owner | a moment | {"at":"a time","by":"owner"}",
          "pickup_time_proposed | owner | a moment / Better | {"at":"a time","by":"owner"}",
          "pickup_time_confirmed | renter | a moment | {"at":"a time","by":"renter"}",
        ],
        "transitions": [],
      }
    `);
  });
});
