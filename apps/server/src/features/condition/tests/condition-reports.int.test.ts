import {
  claimDamage,
  confirmReturn,
  confirmTime,
  markHandedOver,
  markReturned,
} from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { confirmCondition, getBookingCondition } from "@nexby/contract/bookings/condition";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import {
  addPhoto,
  CLAIM,
  DAMAGE,
  reportWithPhoto,
  sendPhoto,
  sendReport,
} from "../../../testing/bookings/condition-reports.ts";
import { callExpectingError } from "../../../testing/call.ts";
import type { Member } from "../../../testing/people/members.ts";
import { useRentals } from "../../bookings/tests/rentals.fixture.ts";

const rentals = useRentals();
const { here, item, as, origin, database, scheduled, inPossession, receive, notificationsOf } = rentals;

const conditionOf = (member: Member, bookingId: string) => as(member, getBookingCondition, bookingId);

const countOf = async (table: string, bookingId: string) => {
  const { rows } = await database().db.execute<{ rows: number }>(
    sql`select count(*)::int as rows from ${sql.identifier(table)} where booking_id = ${bookingId}`,
  );
  return rows[0]?.rows;
};

/** Confirms what the person sees. */
async function confirm(member: Member, bookingId: string, phase: "check_out" | "check_in") {
  const { headSha256 } = await conditionOf(member, bookingId);
  return as(member, confirmCondition, bookingId, { phase, headSha256 });
}

const refusalOf = async (response: Response) => ({ status: response.status, ...((await response.json()) as object) });

/** A booking whose pickup time is confirmed, so that both people can report. */
const readyForPickup = async () => (await scheduled({}, { inDays: 1 })).id;

const instantIn = async (column: string, bookingId: string) =>
  new Date((await rentals.column(column, bookingId)) as string).toISOString();

describe("condition reports", () => {
  test("[COND-01] both people report at pickup and at return, confirm, and sign", async () => {
    const { owner, renter } = here();
    const id = await readyForPickup();
    const photo = { bookingId: id, shot: "whole", name: "front.jpg" };
    const front = await addPhoto(origin(), renter, photo);
    const back = await addPhoto(origin(), renter, { bookingId: id, shot: "other_side" });
    const photoIds = [back.id, front.id];
    await sendReport(origin(), renter, { bookingId: id, phase: "check_out", photoIds, notes: "As described" });
    await sendReport(origin(), owner, { bookingId: id, phase: "check_out" });
    const seen = await conditionOf(owner, id);
    expect(seen.reports).toMatchObject([
      { byRole: "renter", phase: "check_out", condition: "good", notes: "As described", photoIds },
      { byRole: "owner", phase: "check_out", condition: "good", notes: null, photoIds: [] },
    ]);
    expect(seen.photos).toMatchObject([
      { id: front.id, stage: "pickup", byRole: "renter", shot: "whole", filename: "front.jpg", mimeType: "image/jpeg" },
      { id: back.id, stage: "pickup", byRole: "renter", shot: "other_side" },
    ]);
    expect(seen.confirmed.check_out).toEqual({ renterAt: null, ownerAt: null });
    const allowed = { report: ["check_out"], photos: ["pickup"] };
    expect(seen.allowed).toEqual({ ...allowed, confirm: ["check_out"] });
    const shownToAdmin = await conditionOf(await rentals.admin(), id);
    expect(shownToAdmin).toMatchObject({ reports: seen.reports, allowed: { report: [], photos: [], confirm: [] } });
    expect((await confirm(renter, id, "check_out")).allowed).toEqual({ ...allowed, confirm: [] });
    expect((await confirm(owner, id, "check_out")).confirmed.check_out).toEqual({
      renterAt: expect.any(String),
      ownerAt: expect.any(String),
    });
    await as(renter, markHandedOver, id, {});

    const returned = await reportWithPhoto(origin(), renter, { bookingId: id, phase: "check_in" });
    await as(renter, markReturned, id, {});
    await sendReport(origin(), owner, { bookingId: id, phase: "check_in" });
    await confirm(owner, id, "check_in");
    await as(owner, confirmReturn, id, {});
    const signed = await confirm(renter, id, "check_in");
    expect(signed.confirmed.check_in).toEqual({ renterAt: expect.any(String), ownerAt: expect.any(String) });
    expect(signed.reports.map(({ byRole, phase }) => `${byRole} ${phase}`)).toEqual([
      "renter check_out",
      "owner check_out",
      "renter check_in",
      "owner check_in",
    ]);
    const times = ["renter_checkout_at", "owner_checkout_at", "renter_checkin_at", "owner_checkin_at"];
    const stored = await Promise.all(times.map(async (time) => [time, await instantIn(time, id)]));
    expect(stored).toEqual(times.map((time, index) => [time, signed.reports[index]?.createdAt]));
    const urlsOf = (ids: readonly string[]) => ids.map((one) => `/api/bookings/${id}/photos/${one}`);
    expect(await rentals.column("renter_checkout_photos", id)).toEqual(urlsOf(photoIds));
    expect(await rentals.column("renter_checkin_photos", id)).toEqual(urlsOf([returned]));
  });

  test("[COND-01] receipt needs a report with a photo of the renter's own, and notes on damage and other problems", async () => {
    const { renter, owner } = here();
    const id = await readyForPickup();
    const confirming = {
      params: { bookingId: id },
      headers: owner.headers,
      body: { phase: "check_out", headSha256: "0".repeat(64) },
    };
    expect(await callExpectingError(origin(), confirmCondition, confirming)).toMatchObject({
      status: 409,
      error: { message: "Nobody has reported the item's condition yet" },
    });
    const handoff = { params: { bookingId: id }, headers: renter.headers, body: {} };
    expect((await as(renter, getBooking, id)).allowedActions).toContain("hand_over");
    expect(await callExpectingError(origin(), markHandedOver, handoff)).toMatchObject({
      status: 409,
      error: { message: "Report the item's condition with at least one photo, then confirm receipt" },
    });
    expect(await refusalOf(await sendReport(origin(), renter, { bookingId: id, phase: "check_out" }))).toMatchObject({
      status: 400,
      details: [{ field: "photoIds", message: "Add at least one photo of the item you received" }],
    });
    // The owner's photos prove nothing about the renter's receipt.
    await reportWithPhoto(origin(), owner, { bookingId: id, phase: "check_out" });
    expect(await callExpectingError(origin(), markHandedOver, handoff)).toMatchObject({ status: 409 });
    const own = await addPhoto(origin(), renter, { bookingId: id });
    const foreign = await addPhoto(origin(), owner, { bookingId: id });
    const refusedField = async (report: Partial<Parameters<typeof sendReport>[2]>) =>
      refusalOf(
        await sendReport(origin(), renter, { bookingId: id, phase: "check_out", photoIds: [own.id], ...report }),
      );
    for (const condition of ["damaged", "other"] as const) {
      expect(await refusedField({ condition })).toMatchObject({
        status: 400,
        details: [{ field: "notes", message: "Please describe the item's condition" }],
      });
    }
    for (const photoIds of [[own.id, foreign.id], [newId()]]) {
      expect(await refusedField({ photoIds })).toMatchObject({ status: 400, details: [{ field: "photoIds" }] });
    }
    const marks = [{ description: "A scratch", photoId: foreign.id }];
    expect(await refusedField({ marks })).toMatchObject({ status: 400, details: [{ field: "marks" }] });
    expect(await receive(id)).toMatchObject({ status: "in_possession" });
    // A photo of the pickup says nothing about the return.
    expect(await refusedField({ phase: "check_in" })).toMatchObject({ status: 400 });
  });

  test("[COND-01] a damage claim needs the owner's own photo, and the renter gets a notification about the report", async () => {
    const { owner, renter } = here();
    const { id } = await inPossession({ depositAmountCents: 5_000 });
    await as(renter, markReturned, id, {});
    const claim = { ...CLAIM, amountCents: 1_000 };
    expect((await as(owner, getBooking, id)).allowedActions).toContain("claim_damage");
    const renters = await reportWithPhoto(origin(), renter, { bookingId: id, phase: "check_in" });
    for (const photoIds of [[], [renters]]) {
      const claiming = { params: { bookingId: id }, headers: owner.headers, body: { ...claim, photoIds } };
      expect(await callExpectingError(origin(), claimDamage, claiming)).toMatchObject({
        status: 400,
        error: { details: [{ field: "photoIds" }] },
      });
    }
    const dirty = { phase: "check_in", condition: "other", notes: "Still wet" } as const;
    await reportWithPhoto(origin(), owner, { bookingId: id, ...dirty });
    expect((await conditionOf(renter, id)).recorded).toEqual({
      check_out: null,
      check_in: { condition: "other", notes: "Still wet" },
    });
    const photoId = await reportWithPhoto(origin(), owner, { bookingId: id, ...DAMAGE });
    expect((await notificationsOf(renter))[0]).toBe("condition_reported");
    expect((await rentals.noticeTitlesOf(renter))[0]).toMatch(/^Sam reported damage to /);
    const claimed = await as(owner, claimDamage, id, { ...claim, photoIds: [photoId] });
    expect(claimed).toMatchObject({ status: "damaged_admin_review", claim: { photos: [{ id: photoId }] } });
    expect(await rentals.column("return_condition", id)).toBe("damaged");
  });

  test("[COND-01] a food truck comes with its crew, so its renter needs no photo to confirm that it came", async () => {
    const { renter } = here();
    const id = await readyForPickup();
    await database().db.execute(sql`
      update bookings set price_breakdown = jsonb_set(price_breakdown, '{lines,0,code}', '"appearance"')
      where id = ${id}`);
    expect((await sendReport(origin(), renter, { bookingId: id, phase: "check_out" })).status).toBe(200);
    expect(await as(renter, markHandedOver, id, {})).toMatchObject({ status: "in_possession" });
  });

  test("[COND-01] reports and photos are refused outside their time", async () => {
    const { owner, renter } = here();
    const { id } = await rentals.approved(await item(), { inDays: 2 });
    for (const [member, phase] of [
      [renter, "check_out"],
      [owner, "check_in"],
    ] as const) {
      expect(await refusalOf(await sendReport(origin(), member, { bookingId: id, phase }))).toMatchObject({
        status: 409,
        code: "action_not_allowed",
      });
    }
    for (const stage of ["pickup", "during", "return"] as const) {
      expect((await sendPhoto(origin(), renter, { bookingId: id, stage })).status).toBe(409);
    }
    expect((await conditionOf(renter, id)).allowed).toEqual({ report: [], photos: [], confirm: [] });
  });
});

test("[COND-01] each person can add sixty photos of a stage and not one more", async () => {
  const { owner, renter } = here();
  const id = await readyForPickup();
  const { id: photoId } = await addPhoto(origin(), renter, { bookingId: id });
  // Copies of the first one's rows stand for 58 uploads.
  await database().db.execute(sql`
    with copies as (
      insert into evidence_photos
      select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'files_key', p.files_key || n))).*
      from evidence_photos p, generate_series(1, 58) n where p.id = ${photoId} returning id)
    insert into rental_photos
    select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'photo_id', copies.id))).*
    from rental_photos p, copies where p.photo_id = ${photoId}`);
  await addPhoto(origin(), renter, { bookingId: id });
  expect(await refusalOf(await sendPhoto(origin(), renter, { bookingId: id }))).toMatchObject({
    status: 409,
    message: "You can add at most 60 photos here",
  });
  await addPhoto(origin(), owner, { bookingId: id });
});

describe("sending again", () => {
  test("[COND-01] a photo and a report sent several times with the same id are stored once, and another use of the id is refused", async () => {
    const { owner, renter } = here();
    const id = await readyForPickup();
    const [photoId, reportId] = [newId(), newId()];
    const photos = await Promise.all([1, 2, 3].map(() => sendPhoto(origin(), renter, { bookingId: id, photoId })));
    expect(photos.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await sendPhoto(origin(), renter, { bookingId: id, photoId })).status).toBe(201);
    const notes = "Fine, half an emoji: \ud83d";
    const report = { bookingId: id, reportId, phase: "check_out", photoIds: [photoId], notes } as const;
    const reports = await Promise.all([1, 2, 3].map(() => sendReport(origin(), renter, report)));
    expect(reports.map(({ status }) => status)).toEqual([200, 200, 200]);

    const used = { status: 422, code: "id_reused" };
    for (const [member, change] of [
      [renter, { shot: "marks" }],
      [owner, {}],
      [renter, { photoId: reportId }],
    ] as const) {
      const photo = { bookingId: id, photoId, ...change };
      expect(await refusalOf(await sendPhoto(origin(), member, photo))).toMatchObject(used);
    }
    for (const change of [{ notes: "Changed" }, { reportId: photoId }]) {
      expect(await refusalOf(await sendReport(origin(), renter, { ...report, ...change }))).toMatchObject(used);
    }

    await as(renter, markHandedOver, id, {});
    await as(renter, markReturned, id, {});
    // The answer was lost and the booking went on: sending again still says it is stored.
    expect((await sendReport(origin(), renter, report)).status).toBe(200);
    expect((await sendPhoto(origin(), renter, { bookingId: id, photoId })).status).toBe(201);
    const inCapitals = { bookingId: id.toUpperCase(), photoId: photoId.toUpperCase() };
    expect((await sendPhoto(origin(), renter, inCapitals)).status).toBe(201);
    const again = { ...report, photoIds: [photoId.toUpperCase()], reportId: reportId.toUpperCase() };
    expect((await sendReport(origin(), renter, again)).status).toBe(200);
    expect([
      await countOf("evidence_photos", id),
      await countOf("rental_photos", id),
      await countOf("booking_condition_reports", id),
      await countOf("evidence_links", id),
    ]).toEqual([1, 1, 1, 2]);
  });
});

describe("confirming", () => {
  test("[COND-01] confirming is refused when something was added since the person looked, and reset by a new report", async () => {
    const { owner, renter } = here();
    const id = await readyForPickup();
    await reportWithPhoto(origin(), renter, { bookingId: id, phase: "check_out" });
    const { headSha256 } = await conditionOf(owner, id);
    await addPhoto(origin(), renter, { bookingId: id });
    const input = { params: { bookingId: id }, headers: owner.headers, body: { phase: "check_out", headSha256 } };
    expect(await callExpectingError(origin(), confirmCondition, input)).toMatchObject({
      status: 409,
      error: { code: "evidence_changed" },
    });
    await confirm(owner, id, "check_out");
    expect((await confirm(owner, id, "check_out")).confirmed.check_out.ownerAt).not.toBeNull();
    expect(await countOf("condition_confirmations", id)).toBe(1);
    await reportWithPhoto(origin(), renter, { bookingId: id, phase: "check_out", condition: "other", notes: "Wet" });
    expect((await conditionOf(owner, id)).confirmed.check_out).toEqual({ renterAt: null, ownerAt: null });
  });

  test("[COND-01] a new report of the return resets both signatures", async () => {
    const { owner, renter } = here();
    const { id } = await inPossession();
    const report = { bookingId: id, phase: "check_in" } as const;
    await reportWithPhoto(origin(), renter, report);
    await as(renter, markReturned, id, {});
    await confirm(renter, id, "check_in");
    const signed = await confirm(owner, id, "check_in");
    expect(signed.confirmed.check_in).toEqual({ renterAt: expect.any(String), ownerAt: expect.any(String) });
    await reportWithPhoto(origin(), renter, { ...report, condition: "other", notes: "Wet" });
    expect((await conditionOf(owner, id)).confirmed.check_in).toEqual({ renterAt: null, ownerAt: null });
    expect((await rentals.noticeTitlesOf(owner))[0]).toMatch(/^Ada reported a problem with /);
  });
});

test("[COND-01] marks that both people agreed on are known to the next rental, others are not", async () => {
  const { owner, renter } = here();
  const itemId = await item({ quantityTotal: 2 });
  const book = async (inDays: number) => {
    const { id } = await rentals.approved(itemId, { inDays });
    await as(owner, confirmTime, id, {});
    return id;
  };
  const first = await book(1);
  await reportWithPhoto(origin(), renter, {
    bookingId: first,
    phase: "check_out",
    marks: [{ description: "A scratch on the lid" }],
  });
  await confirm(renter, first, "check_out");
  const oneSided = await conditionOf(renter, first);
  expect(oneSided.reports[0]?.marks).toMatchObject([{ description: "A scratch on the lid", agreedAt: null }]);
  // The first description was wrong, and the later report replaces it.
  const marks = [{ description: "A scratch on the bottom" }];
  await reportWithPhoto(origin(), renter, { bookingId: first, phase: "check_out", marks });
  await confirm(renter, first, "check_out");
  const second = await book(3);
  expect((await conditionOf(renter, second)).knownMarks).toEqual([]);
  await confirm(owner, first, "check_out");
  expect((await conditionOf(renter, second)).knownMarks).toMatchObject([{ description: "A scratch on the bottom" }]);
  expect((await conditionOf(renter, first)).knownMarks).toEqual([]);
});

test("[COND-01] [DATA-07] reports, confirmations and photos appear on the timeline, and nobody's report is written for them", async () => {
  const { owner, renter } = here();
  const id = await readyForPickup();
  await receive(id);
  await confirm(owner, id, "check_out");
  await addPhoto(origin(), renter, { bookingId: id, stage: "during" });
  await as(renter, markReturned, id, {});
  const { reports } = await conditionOf(owner, id);
  expect(reports.map(({ byRole, phase }) => `${byRole} ${phase}`)).toEqual(["renter check_out"]);
  await reportWithPhoto(origin(), owner, { bookingId: id, ...DAMAGE });
  await confirm(renter, id, "check_in");
  const { timeline } = await as(renter, getBooking, id);
  const condition = timeline.filter(({ type }) => /report|condition|photo|sign/.test(type));
  expect(condition.map(({ type, by, notes }) => [type, by, notes])).toEqual([
    ["pickup_reported", "renter", null],
    ["pickup_condition_confirmed", "owner", null],
    ["photo_added", "renter", null],
    ["return_reported", "owner", DAMAGE.notes],
    ["return_signed", "renter", null],
  ]);
});
