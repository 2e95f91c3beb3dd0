import { markHandedOver, markReturned } from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { confirmCondition, getBookingCondition, listPhotoCodes } from "@nexby/contract/bookings/condition";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addPhoto, sendReport } from "../../../testing/bookings/condition-reports.ts";
import { inLines, recordsOf, storedRows } from "../../../testing/stored-records.ts";
import { digitsShown, useRentals } from "../../bookings/tests/rentals.fixture.ts";

const { here, as, origin, database, scheduled, admin } = useRentals();

const KIT = [
  { name: "Tent pole", count: 4, priceCents: 1_200 },
  { name: "Peg", count: 12, priceCents: 150 },
];
const counts = (poles: number, pegs: number) => [
  { name: "Tent pole", count: poles },
  { name: "Peg", count: pegs },
];

test("[COND-01] [KIT-01] [CODE-01] all that is stored and shown of reports, photos, counts, codes and confirmations", async () => {
  const { owner, renter } = here();
  const { id } = await scheduled({ pieces: KIT }, { inDays: 1 });
  const add = async (person: typeof owner, stage: "pickup" | "return", shot: string) =>
    (await addPhoto(origin(), person, { bookingId: id, stage, shot, name: `${shot}.jpg` })).id;
  const [front, back] = [await add(renter, "pickup", "whole"), await add(renter, "pickup", "other_side")];
  const code = (await as(owner, listPhotoCodes, id)).find(({ phase }) => phase === "check_out");
  const photoCode = digitsShown(code?.key ?? "");
  const marks = [{ description: "A scratch on the bag", photoId: back }];
  const report = { bookingId: id, photoIds: [back, front], pieces: counts(4, 11), notes: "As described" };
  await sendReport(origin(), renter, { ...report, phase: "check_out", condition: "good", photoCode, marks });
  await sendReport(origin(), owner, { bookingId: id, phase: "check_out", pieces: counts(4, 12) });
  const confirm = async (person: typeof owner, phase: "check_out" | "check_in") => {
    const { headSha256 } = await as(person, getBookingCondition, id);
    return as(person, confirmCondition, id, { phase, headSha256 });
  };
  await confirm(renter, "check_out");
  await confirm(owner, "check_out");
  await as(renter, markHandedOver, id, { notes: "In the shed" });
  const returned = await add(owner, "return", "whole");
  await as(renter, markReturned, id, {});
  const problem = { phase: "check_in", condition: "other", notes: "Pegs are missing" } as const;
  await sendReport(origin(), owner, { bookingId: id, photoIds: [returned], pieces: counts(3, 8), ...problem });
  const shown = await confirm(owner, "check_in");
  const decider = await admin();

  const names = {
    [photoCode]: "the code",
    ...{ [owner.id]: "owner", [renter.id]: "renter", [id]: "the booking", [decider.id]: "an admin" },
    ...{ [front]: "the front", [back]: "the back", [returned]: "the returned item" },
  };
  const rowsOf = (table: string) => storedRows(database().db, { table, where: sql`booking_id = ${id}`, names });
  expect(await rowsOf("booking_condition_reports")).toMatchInlineSnapshot(`
    [
      "notes: As described, phase: check_out, pieces: [{"name":"Tent pole","count":4},{"name":"Peg","count":11}], by_role: renter, condition: good, booking_id: the booking, created_at: a time, photo_code: the code, photo_code_shown_at: a time",
      "phase: check_out, pieces: [{"name":"Tent pole","count":4},{"name":"Peg","count":12}], by_role: owner, condition: good, booking_id: the booking, created_at: a time",
      "notes: Pegs are missing, phase: check_in, pieces: [{"name":"Tent pole","count":3},{"name":"Peg","count":8}], by_role: owner, condition: other, booking_id: the booking, created_at: a time",
    ]
  `);
  expect(await rowsOf("rental_photos")).toMatchInlineSnapshot(`
    [
      "shot: whole, stage: pickup, filename: whole.jpg, photo_id: the front, file_size: 343, mime_type: image/jpeg, photo_url: /api/bookings/the booking/photos/the front, user_role: renter, booking_id: the booking, created_at: a time, uploaded_by: renter",
      "shot: other_side, stage: pickup, filename: other_side.jpg, photo_id: the back, file_size: 343, mime_type: image/jpeg, photo_url: /api/bookings/the booking/photos/the back, user_role: renter, booking_id: the booking, created_at: a time, uploaded_by: renter",
      "shot: whole, stage: return, filename: whole.jpg, photo_id: the returned item, file_size: 343, mime_type: image/jpeg, photo_url: /api/bookings/the booking/photos/the returned item, user_role: owner, booking_id: the booking, created_at: a time, uploaded_by: owner",
    ]
  `);
  expect(await rowsOf("evidence_photos")).toMatchInlineSnapshot(`
    [
      "width: 30, height: 20, files_key: evidence/the booking/an id, booking_id: the booking, created_at: a time, copy_sha256: a value, placeholder: a value",
      "width: 30, height: 20, files_key: evidence/the booking/an id, booking_id: the booking, created_at: a time, copy_sha256: a value, placeholder: a value",
      "width: 30, height: 20, files_key: evidence/the booking/an id, booking_id: the booking, created_at: a time, copy_sha256: a value, placeholder: a value",
    ]
  `);
  const ofReports = sql`report_id in (select id from booking_condition_reports where booking_id = ${id})`;
  const reportPhotos = { table: "booking_report_photos", where: ofReports, order: "report_id, position" };
  expect(await storedRows(database().db, { ...reportPhotos, names })).toMatchInlineSnapshot(`
    [
      "url: /api/bookings/the booking/photos/the back, photo_id: the back, position: 1, report_id: an id, created_at: a time",
      "url: /api/bookings/the booking/photos/the front, photo_id: the front, position: 2, report_id: an id, created_at: a time",
      "url: /api/bookings/the booking/photos/the returned item, photo_id: the returned item, position: 1, report_id: an id, created_at: a time",
    ]
  `);
  expect(await rowsOf("item_marks")).toMatchInlineSnapshot(`
    [
      "item_id: an id, photo_id: the back, position: 1, agreed_at: a time, report_id: an id, booking_id: the booking, created_at: a time, description: A scratch on the bag",
    ]
  `);
  expect(await rowsOf("condition_confirmations")).toMatchInlineSnapshot(`
    [
      "phase: check_out, by_role: renter, booking_id: the booking, created_at: a time, head_sha256: a value",
      "phase: check_out, by_role: owner, booking_id: the booking, created_at: a time, head_sha256: a value",
      "phase: check_in, by_role: owner, booking_id: the booking, created_at: a time, head_sha256: a value",
    ]
  `);
  const about = /_reported|condition_confirmed|_signed/;
  expect(await recordsOf(database().db, { bookingId: id, names, about })).toMatchInlineSnapshot(`
    {
      "audit": [],
      "notices": [
        "renter | system | condition_reported | {"condition":"other"}",
      ],
      "timeline": [
        "pickup_reported | renter | As described | {"by":"renter","photos":2,"evidence":{"sha256":"a value","position":3},"reportId":"an id","condition":"good"}",
        "pickup_reported | owner | {"by":"owner","photos":0,"evidence":{"sha256":"a value","position":4},"reportId":"an id","condition":"good"}",
        "pickup_condition_confirmed | renter | {"by":"renter","evidence":{"sha256":"a value","position":5}}",
        "pickup_condition_confirmed | owner | {"by":"owner","evidence":{"sha256":"a value","position":6}}",
        "return_reported | owner | Pegs are missing | {"by":"owner","photos":1,"evidence":{"sha256":"a value","position":8},"reportId":"an id","condition":"other"}",
        "return_signed | owner | {"by":"owner","evidence":{"sha256":"a value","position":9}}",
      ],
      "transitions": [],
    }
  `);
  const { reports, photos, ...rest } = shown;
  expect(inLines(reports, names)).toMatchInlineSnapshot(`
    [
      "id: an id, byRole: renter, phase: check_out, condition: good, notes: As described, photoIds: ["the back","the front"], marks: [{"id":"an id","description":"A scratch on the bag","photoId":"the back","agreedAt":"a time"}], pieces: [{"name":"Tent pole","count":4},{"name":"Peg","count":11}], photoCode: {"code":"the code","shownAt":"a time"}, createdAt: a time",
      "id: an id, byRole: owner, phase: check_out, condition: good, notes: null, photoIds: [], marks: [], pieces: [{"name":"Tent pole","count":4},{"name":"Peg","count":12}], createdAt: a time",
      "id: an id, byRole: owner, phase: check_in, condition: other, notes: Pegs are missing, photoIds: ["the returned item"], marks: [], pieces: [{"name":"Tent pole","count":3},{"name":"Peg","count":8}], createdAt: a time",
    ]
  `);
  expect(inLines(photos, names)).toMatchInlineSnapshot(`
    [
      "id: the front, url: /api/bookings/the booking/photos/the front, stage: pickup, byRole: renter, shot: whole, width: 30, height: 20, placeholder: a value",
      "id: the back, url: /api/bookings/the booking/photos/the back, stage: pickup, byRole: renter, shot: other_side, width: 30, height: 20, placeholder: a value",
      "id: the returned item, url: /api/bookings/the booking/photos/the returned item, stage: return, byRole: owner, shot: whole, width: 30, height: 20, placeholder: a value",
    ]
  `);
  expect(inLines(Object.entries(rest), names)).toMatchInlineSnapshot(`
    [
      "0: bookingId, 1: the booking",
      "0: knownMarks, 1: []",
      "0: shots, 1: [{"code":"whole","label":"The whole item","hint":"Step back until all of it is in the picture"},{"code":"other_side","label":"The other side","hint":"Turn it around, or walk around it"},{"code":"marks","label":"Scratches and marks","hint":"Go close to every mark you can see"}]",
      "0: recorded, 1: {"check_out":{"condition":"good","notes":"As described"},"check_in":{"condition":"other","notes":"Pegs are missing"}}",
      "0: confirmed, 1: {"check_out":{"renterAt":"a time","ownerAt":"a time"},"check_in":{"renterAt":null,"ownerAt":"a time"}}",
      "0: headSha256, 1: a value",
      "0: allowed, 1: {"report":["check_in"],"photos":["return"],"confirm":[]}",
    ]
  `);
  expect(await as(decider, getBookingCondition, id)).toEqual({
    ...shown,
    allowed: { report: [], photos: [], confirm: [] },
  });
  expect((await as(owner, getBooking, id)).missingPieces).toEqual([
    { name: "Tent pole", count: 1, priceCents: 1_200 },
    { name: "Peg", count: 3, priceCents: 150 },
  ]);
});
