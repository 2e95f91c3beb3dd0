import { enterHandoffCode, markReturned, showHandoffCode } from "@nexby/contract/bookings/booking-commands";
import { getBookingCondition, listPhotoCodes, verifyEvidence } from "@nexby/contract/bookings/condition";
import type { ReportPhase } from "@nexby/domain/condition/condition-reports";
import { MINUTE } from "@nexby/domain/kernel/duration";
import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { addPhoto, sendReport } from "../../../testing/bookings/condition-reports.ts";
import { send } from "../../../testing/call.ts";
import type { Member } from "../../../testing/people/members.ts";
import { digitsShown, useRentals } from "../../bookings/tests/rentals.fixture.ts";

const { here, as, origin, database, passHours, scheduled, pickUp, inPossession } = useRentals();

const keyOf = async (member: Member, bookingId: string, phase: ReportPhase) => {
  const codes = await as(member, listPhotoCodes, bookingId);
  const key = codes.find((code) => code.phase === phase)?.key;
  if (!key) throw new Error(`There is no photo code for ${phase}`);
  return key;
};

/** Digits that this key doesn't show in the minutes of a test. */
const wrongFor = (key: string): string => {
  const shown = Array.from({ length: 45 }, (_, index) => digitsShown(key, index - 10));
  return ["111111", "222222", "333333"].find((digits) => !shown.includes(digits)) ?? "444444";
};

/** A booking whose pickup time is confirmed, with a photo of the renter, and a way to report with a photo code. */
async function readyForPickup() {
  const { renter } = here();
  const { id } = await scheduled({}, { inDays: 1 });
  const photo = await addPhoto(origin(), renter, { bookingId: id });
  const report = { bookingId: id, phase: "check_out", photoIds: [photo.id] } as const;
  const send = async (code: { photoCode?: string; photoCodeAt?: string; reportId?: string; notes?: string }) => {
    const response = await sendReport(origin(), renter, { ...report, ...code });
    return { status: response.status, body: (await response.json()) as { code?: string; message?: string } };
  };
  return { id, photo, send };
}

const refused = (code: string, message: RegExp) => ({
  status: code === "photo_code_locked" ? 409 : 422,
  body: { code, message: expect.stringMatching(message), details: [{ field: "photoCode" }] },
});

/** Changes the report as someone with all rights on the database could. */
const tamper = (reportId: string, change: SQL) =>
  database().owner.transaction(async (tx) => {
    await tx.execute(sql`alter table booking_condition_reports disable trigger user`);
    await tx.execute(sql`update booking_condition_reports set ${change} where id = ${reportId}`);
    await tx.execute(sql`alter table booking_condition_reports enable trigger user`);
  });

test("[COND-01] [CODE-01] a report's photos carry the other person's code once, which the evidence chain covers, and five incorrect codes are refused without losing the report", async () => {
  const { renter } = here();
  const { id, photo, send } = await readyForPickup();
  const key = await keyOf(here().owner, id, "check_out");
  const report = { photoCode: digitsShown(key), reportId: newId() };
  // Sent again, because the answer was lost.
  expect([(await send(report)).status, (await send(report)).status]).toEqual([200, 200]);
  const { reports, photos } = await as(renter, getBookingCondition, id);
  const shownAt = reports[0]?.photoCode?.shownAt ?? "";
  expect(reports.map(({ photoCode }) => photoCode)).toEqual([{ code: report.photoCode, shownAt }]);
  expect(photos).toMatchObject([{ id: photo.id, codeShownAt: shownAt }]);
  // By the product's clock, which these tests have moved.
  const age = Date.parse(reports[0]?.createdAt ?? "") - Date.parse(shownAt);
  expect(age).toBeGreaterThanOrEqual(0);
  expect(age).toBeLessThan(3 * MINUTE);

  const another = { ...report, photoCode: wrongFor(key) };
  expect(await send(another)).toMatchObject({ status: 422, body: { code: "id_reused" } });
  const again = { photoCode: report.photoCode, notes: "Later" };
  expect(await send(again)).toMatchObject(refused("wrong_photo_code", /^You've used this photo code.*5 tries left/));
  const wrong = { photoCode: another.photoCode, reportId: newId() };
  for (const left of ["4 tries", "3 tries", "2 tries", "1 try"]) {
    expect(await send(wrong)).toMatchObject(refused("wrong_photo_code", new RegExp(`incorrect.*${left} left`)));
  }
  const locked = refused("photo_code_locked", /Remove the code and send your report without it/);
  expect(await send(wrong)).toMatchObject(locked);
  expect(await send({ photoCode: digitsShown(key) })).toMatchObject(locked);
  expect((await send({ reportId: wrong.reportId })).status).toBe(200);
  const { reports: both } = await as(renter, getBookingCondition, id);
  expect(both.map(({ photoCode }) => photoCode?.code)).toEqual([report.photoCode, undefined]);

  const failures = async () =>
    (await as(renter, verifyEvidence, id)).links.map(({ kind, problems }) => [kind, ...problems]);
  expect(await failures()).toEqual([["photo"], ["report"], ["report"]]);
  for (const change of [
    sql`photo_code = null, photo_code_shown_at = null`,
    sql`photo_code = '000000', photo_code_shown_at = ${shownAt}`,
    sql`photo_code = ${report.photoCode}, photo_code_shown_at = ${shownAt}::timestamptz - interval '1 minute'`,
  ]) {
    await tamper(report.reportId, change);
    expect(await failures()).toEqual([["photo"], ["report", "record_changed"], ["report"]]);
  }
});

test("[COND-01] [CODE-01] a report made offline carries the code of its time, but not one that is hours old or from before the booking, and photos from long before the code don't", async () => {
  const { owner, renter } = here();
  const { id, send } = await readyForPickup();
  const key = await keyOf(owner, id, "check_out");
  const carried = async () => (await as(renter, getBookingCondition, id)).photos.map((photo) => "codeShownAt" in photo);
  const from = (minutesAgo: number) => ({
    photoCode: digitsShown(key, minutesAgo),
    photoCodeAt: new Date(Date.now() - minutesAgo * MINUTE).toISOString(),
  });
  expect(await send(from(40))).toMatchObject(refused("wrong_photo_code", /incorrect.*4 tries left/));
  await passHours(1.4);
  expect((await send({ photoCode: digitsShown(key) })).status).toBe(200);
  expect(await carried()).toEqual([false]);
  expect(await send(from(70))).toMatchObject(refused("wrong_photo_code", /expired.*3 tries left/));
  const { photoCode } = from(40);
  expect(await send({ photoCode })).toMatchObject(refused("wrong_photo_code", /incorrect.*2 tries left/));
  expect((await send(from(40))).status).toBe(200);
  expect(await carried()).toEqual([true]);
  // A later report's code replaces the earlier one.
  const shownAt = async () => Date.parse((await as(renter, getBookingCondition, id)).photos[0]?.codeShownAt ?? "");
  const before = await shownAt();
  expect((await send(from(30))).status).toBe(200);
  expect(await shownAt()).toBeGreaterThan(before);
});

test("[COND-01] [CODE-01] own codes, handoff codes and codes of the other phase are refused", async () => {
  const { owner, renter } = here();
  const { id } = await inPossession();
  const { id: photoId } = await addPhoto(origin(), renter, { bookingId: id, stage: "return" });
  const statusWith = async (key: string) => {
    const report = { bookingId: id, phase: "check_in", photoIds: [photoId], photoCode: digitsShown(key) } as const;
    return (await sendReport(origin(), renter, report)).status;
  };
  const photoKey = await keyOf(owner, id, "check_in");
  const otherKeys = [
    await keyOf(renter, id, "check_in"),
    await keyOf(owner, id, "check_out"),
    (await as(owner, showHandoffCode, id)).key,
  ];
  for (const key of otherKeys) expect(await statusWith(key)).toBe(422);
  const confirming = { kind: "return", code: digitsShown(photoKey) };
  const input = { params: { bookingId: id }, headers: renter.headers, body: confirming };
  expect((await send(origin(), enterHandoffCode, input)).status).toBe(422);
  expect(await statusWith(photoKey)).toBe(200);

  const phases = async () => (await as(owner, listPhotoCodes, id)).map(({ phase }) => phase);
  expect(await phases()).toEqual(["check_out", "check_in"]);
  await as(renter, markReturned, id, {});
  expect(await phases()).toEqual(["check_in"]);
});

test("[COND-01] [CODE-01] a code of the return from before the pickup is refused, and an address in upper case leads to the same keys", async () => {
  const { owner, renter } = here();
  const { id } = await scheduled({}, { inDays: 1 });
  // The approval is longer ago than the code, the pickup isn't.
  await passHours(1.4);
  await pickUp(id);
  const { id: photoId } = await addPhoto(origin(), renter, { bookingId: id, stage: "return" });
  const key = await keyOf(owner, id.toUpperCase(), "check_in");
  expect(await keyOf(owner, id, "check_in")).toBe(key);
  const statusOf = async (minutesAgo: number) => {
    const photoCodeAt = new Date(Date.now() - minutesAgo * MINUTE).toISOString();
    const code = { photoCode: digitsShown(key, minutesAgo), photoCodeAt };
    return (await sendReport(origin(), renter, { bookingId: id, phase: "check_in", photoIds: [photoId], ...code }))
      .status;
  };
  expect(await statusOf(40)).toBe(422);
  expect(await statusOf(0)).toBe(200);
});
