import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BOOKING_STATUSES, type BookingStatus } from "../bookings/statuses.ts";
import { DAY, HOUR } from "../kernel/duration.ts";
import {
  type ConditionFacts,
  hasReceiptPhoto,
  ITEM_CONDITIONS,
  isDecisive,
  lastReports,
  PHOTO_STAGES,
  REPORT_PHASES,
  REPORT_ROLES,
  type ReportPhase,
  refusalOfConfirmation,
  refusalOfPhase,
  refusalOfPhoto,
  refusalOfReport,
  STAGE_OF_PHASE,
} from "./condition-reports.ts";
import { SHOT_CODES, shotListOf } from "./shot-lists.ts";

type NewReport = Parameters<typeof refusalOfReport>[1];

const NOW = new Date("2026-11-20T12:00:00Z");
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds);
const facts = (status: BookingStatus, changes: Partial<ConditionFacts> = {}): ConditionFacts => ({
  status,
  actualPickupAt: ago(HOUR),
  returnedAt: status === "return_submitted" || status === "damaged_admin_review" ? ago(HOUR) : null,
  outages: [],
  ...changes,
});
const openStatuses = (phase: ReportPhase) =>
  BOOKING_STATUSES.filter((status) => refusalOfPhase(facts(status), phase, NOW) === null);

describe("[COND-01] the condition can be reported", () => {
  test("the condition can be reported at pickup from the confirmed booking on, at return until the inspection ends", () => {
    expect(openStatuses("check_out")).toEqual(["scheduled", "in_possession"]);
    expect(openStatuses("check_in")).toEqual(["in_possession", "return_submitted", "damaged_admin_review"]);
  });

  test("the condition can be reported at pickup until a day after the handoff", () => {
    const after = (milliseconds: number) =>
      refusalOfPhase(facts("in_possession", { actualPickupAt: ago(milliseconds) }), "check_out", NOW);
    expect([after(DAY), after(DAY + 1)]).toEqual([null, "too_late"]);
  });

  test("the condition can be reported at return until 48 hours after it, and without a limit if the item never came back", () => {
    const after = (returnedAt: Date | null) =>
      refusalOfPhase(facts("damaged_admin_review", { returnedAt }), "check_in", NOW);
    expect([after(ago(2 * DAY)), after(ago(2 * DAY + 1)), after(null)]).toEqual([null, "too_late", null]);
  });

  test("the condition can be reported with photos of the same stage, and with others only while the renter has the item", () => {
    for (const status of BOOKING_STATUSES) {
      for (const phase of REPORT_PHASES) {
        const refusal = refusalOfPhase(facts(status), phase, NOW);
        expect(refusalOfPhoto(facts(status), STAGE_OF_PHASE[phase], NOW)).toBe(refusal);
      }
    }
    expect(BOOKING_STATUSES.filter((status) => refusalOfPhoto(facts(status), "during", NOW) === null)).toEqual([
      "in_possession",
    ]);
    expect(PHOTO_STAGES).toEqual(["pickup", "during", "return"]);
  });
});

const report = (changes: Partial<NewReport>): NewReport => ({
  role: "renter",
  phase: "check_out",
  condition: "good",
  notes: null,
  photoCount: 1,
  isFoodTruck: false,
  ...changes,
});

describe("[COND-01] a report", () => {
  test.each<[string, BookingStatus, Partial<NewReport>, string | null]>([
    ["of the renter at pickup needs a photo", "scheduled", { photoCount: 0 }, "receipt_photo_missing"],
    ["of a food truck's visit needs no photo", "scheduled", { photoCount: 0, isFoodTruck: true }, null],
    [
      "of a damaged food truck needs a photo",
      "return_submitted",
      { role: "owner", phase: "check_in", condition: "damaged", notes: "Dent", photoCount: 0, isFoodTruck: true },
      "claim_photo_missing",
    ],
    ["of the owner at pickup needs no photo", "scheduled", { role: "owner", photoCount: 0 }, null],
    ["of a good return needs no photo", "return_submitted", { role: "owner", phase: "check_in", photoCount: 0 }, null],
    [
      "of the owner about damage needs a photo",
      "return_submitted",
      { role: "owner", phase: "check_in", condition: "damaged", notes: "Torn", photoCount: 0 },
      "claim_photo_missing",
    ],
    [
      "of the owner about another problem needs a photo",
      "return_submitted",
      { role: "owner", phase: "check_in", condition: "other", notes: "Wet", photoCount: 0 },
      "claim_photo_missing",
    ],
    ["of damage needs notes", "scheduled", { condition: "damaged" }, "notes_missing"],
    ["of another problem needs notes", "scheduled", { condition: "other" }, "notes_missing"],
    ["of damage with notes and a photo is accepted", "scheduled", { condition: "damaged", notes: "Torn" }, null],
    ["before the booking is confirmed is refused", "approved", {}, "not_now"],
  ])("%s", (_, status, changes, expected) => {
    expect(refusalOfReport(facts(status), report(changes), NOW)).toBe(expected);
  });

  test("a report that is accepted is accepted with more photos and with notes, too", () => {
    const anyReport = fc.record({
      role: fc.constantFrom(...REPORT_ROLES),
      phase: fc.constantFrom(...REPORT_PHASES),
      condition: fc.constantFrom(...ITEM_CONDITIONS),
      notes: fc.option(fc.constant("Wet")),
      photoCount: fc.nat({ max: 3 }),
      isFoodTruck: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.constantFrom(...BOOKING_STATUSES), anyReport, (status, one) => {
        const fuller = { ...one, notes: "Wet", photoCount: one.photoCount + 1 };
        const isAccepted = refusalOfReport(facts(status), one, NOW) === null;
        if (isAccepted) expect(refusalOfReport(facts(status), fuller, NOW)).toBeNull();
        // With everything a report can have, only the phase decides.
        expect(refusalOfReport(facts(status), fuller, NOW)).toBe(refusalOfPhase(facts(status), one.phase, NOW));
      }),
    );
  });
});

describe("[COND-01] reports are confirmed", () => {
  test("reports are confirmed at pickup until the return, and signed at return even after the rental is closed", () => {
    const statuses = (phase: ReportPhase) =>
      BOOKING_STATUSES.filter((status) => refusalOfConfirmation({ status }, phase, 1) === null);
    expect(statuses("check_out")).toEqual(["scheduled", "in_possession"]);
    expect(statuses("check_in").toSorted()).toEqual(["closed", "damaged_admin_review", "return_submitted"]);
  });

  test("only if there are any", () => {
    expect(refusalOfConfirmation({ status: "scheduled" }, "check_out", 0)).toBe("nothing_to_confirm");
  });
});

test("[COND-01] the person who receives the item decides on its condition", () => {
  const nobody = { renterCheckoutAt: null, ownerCheckinAt: null };
  const both = { renterCheckoutAt: NOW, ownerCheckinAt: NOW };
  for (const times of [nobody, both]) {
    expect(isDecisive(times, "renter", "check_out")).toBe(true);
    expect(isDecisive(times, "owner", "check_in")).toBe(true);
  }
  expect([isDecisive(nobody, "owner", "check_out"), isDecisive(both, "owner", "check_out")]).toEqual([true, false]);
  expect([isDecisive(nobody, "renter", "check_in"), isDecisive(both, "renter", "check_in")]).toEqual([true, false]);
});

test("[COND-01] the last report of each person counts", () => {
  const reports = [
    { id: 1, byRole: "renter", phase: "check_out" },
    { id: 2, byRole: "owner", phase: "check_out" },
    { id: 3, byRole: "renter", phase: "check_out" },
    { id: 4, byRole: "owner", phase: "check_in" },
  ] as const;
  expect(lastReports(reports, "check_out").map(({ id }) => id)).toEqual([3, 2]);
  expect(lastReports(reports, "check_in").map(({ id }) => id)).toEqual([4]);
});

test("[COND-01] a receipt is proven by the renter's photo", () => {
  expect(hasReceiptPhoto({ renterCheckoutPhotos: [] })).toBe(false);
  expect(hasReceiptPhoto({ renterCheckoutPhotos: ["/1"] })).toBe(true);
});

/** The categories the product starts with. */
const CATEGORIES = [
  "camping-and-outdoor",
  "tools-and-equipment",
  "party-events-and-entertaining",
  "sporting-goods",
  "lawn-and-garden-tools",
  "electronics",
  "moving-supplies",
  "venue-rental",
  "food-trucks",
  "kitchen-and-appliances",
  "outdoor-recreation",
  "yard-games",
  "catering",
  "storage",
  "land-rental",
];

test("[COND-01] every category has its own list of three to six different photos", () => {
  for (const category of CATEGORIES) {
    expect(shotListOf(category)).not.toBe(shotListOf(null));
    const codes = shotListOf(category).map(({ code }) => code);
    expect(codes.length).toBeGreaterThanOrEqual(3);
    expect(codes.length).toBeLessThanOrEqual(6);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(SHOT_CODES).toContain(code);
  }
});

test.each([null, "new-category", "toString", "__proto__"])(
  "an item of category %s gets the general list",
  (category) => {
    expect(shotListOf(category).map(({ code }) => code)).toEqual(["whole", "other_side", "marks"]);
  },
);

test("a code stands for the same photo in every list", () => {
  const labels = new Map<string, string>();
  for (const { code, label } of CATEGORIES.flatMap((category) => shotListOf(category))) {
    expect(labels.get(code) ?? label).toBe(label);
    labels.set(code, label);
  }
});
