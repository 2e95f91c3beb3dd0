import type { BookingConditionView, EvidenceView } from "@nexby/contract/bookings/condition";
import type { ReportPhase } from "@nexby/domain/condition/condition-reports";
import { describe, expect, it } from "vitest";
import { BOOKING } from "../../testing/booking.fixture.ts";
import { CONDITION, conditionReport, HASHES, rentalPhoto } from "../../testing/condition.fixture.ts";
import { comparablePairs, isReceiptPhotoMissing, lastReport } from "./condition-facts.ts";
import {
  type ConditionBooking,
  changesText,
  confirmationTexts,
  draftText,
  evidenceSummary,
  linkTitle,
  phaseTitle,
  photoCodeText,
  piecesText,
} from "./copy.ts";
import type { DraftState } from "./draft-store.ts";

const PICKUP = rentalPhoto({ shot: "whole" });
const withReports = (...reports: BookingConditionView["reports"]): BookingConditionView => ({ ...CONDITION, reports });

const TOO_LATE: BookingConditionView = { ...withReports(), allowed: { ...CONDITION.allowed, report: [] } };

describe("facts about condition reports", () => {
  it("[COND-01] the condition page counts a person's last report of the phase", () => {
    const [first, second] = [conditionReport(), conditionReport({ condition: "damaged" })];
    expect(lastReport(withReports(first, second), "renter", "check_out")).toBe(second);
    expect(lastReport(withReports(first, second), "owner", "check_out")).toBeNull();
  });

  it.each([
    ["a receipt without a report", withReports(), true],
    ["a receipt without photos", withReports(conditionReport()), true],
    ["a receipt with a photo", withReports(conditionReport({ photoIds: [PICKUP.id] })), false],
    ["a receipt that nobody can report anymore", TOO_LATE, false],
  ] as const)("[COND-01] the condition page says whether a photo is missing: %s", (_, condition, isMissing) => {
    expect(isReceiptPhotoMissing(condition, "renter")).toBe(isMissing);
  });

  it("[COND-01] the condition page compares the same shot at pickup and return, the receiving person's photo first", () => {
    const byOwner = rentalPhoto({ byRole: "owner" });
    const back = rentalPhoto({ stage: "return", byRole: "owner" });
    const condition: BookingConditionView = {
      ...withReports(
        conditionReport({ byRole: "owner", photoIds: [byOwner.id] }),
        conditionReport({ photoIds: [PICKUP.id] }),
        conditionReport({ byRole: "owner", phase: "check_in", photoIds: [back.id] }),
      ),
      photos: [PICKUP, byOwner, back],
    };
    expect(comparablePairs(condition)).toEqual([
      { code: "whole", label: "The whole item", before: PICKUP, after: back },
    ]);
    const removed = { ...condition, photos: [{ ...PICKUP, isRemoved: true }, byOwner, back] };
    expect(comparablePairs(removed)[0]?.before).toBe(byOwner);
    expect(comparablePairs({ ...condition, photos: [PICKUP] })).toEqual([]);
  });
});

describe("words about condition reports", () => {
  it("[COND-01] words about condition reports name the phase by the kind of handoff", () => {
    expect(phaseTitle("check_out", BOOKING)).toBe("Condition at pickup");
    expect(phaseTitle("check_in", { ...BOOKING, exchangeType: "delivery" })).toBe("Condition at collection");
    const item = { ...BOOKING.item, isFoodTruck: true };
    expect(phaseTitle("check_out", { ...BOOKING, item })).toBe("Condition before serving");
  });

  it("[COND-01] words about condition reports say who confirmed when, in the item's time zone", () => {
    const confirmed = { ...CONDITION.confirmed, check_out: { renterAt: "2026-06-04T13:20:00.000Z", ownerAt: null } };
    const condition = { ...CONDITION, confirmed };
    const scheduled = { ...BOOKING, status: "scheduled" as const };
    const textsOf = (...[phase, booking, shown = condition]: [ReportPhase, ConditionBooking, BookingConditionView?]) =>
      confirmationTexts(shown, phase, booking).map(({ text }) => text);
    const youConfirmed = expect.stringMatching(/^You confirmed on Thu, Jun 4, 9:20 AM/);
    expect(textsOf("check_out", scheduled)).toEqual([youConfirmed, "Maya hasn’t confirmed yet"]);
    const returned = { ...BOOKING, status: "return_submitted" as const };
    expect(textsOf("check_in", returned)[0]).toBe("You haven’t signed yet");
    expect(textsOf("check_out", returned)).toEqual([youConfirmed, "Maya didn’t confirm"]);
    expect(textsOf("check_out", returned, CONDITION)).toEqual(["Neither of you confirmed the condition."]);
    const admins = { ...BOOKING, role: "admin" as const, status: "return_submitted" as const };
    expect(textsOf("check_out", admins, CONDITION)).toEqual(["Neither of them confirmed the condition."]);
  });

  it("[CODE-01] words about condition reports name the person whose photo code a report has, and when it was shown", () => {
    const text = (byRole: "renter" | "owner") => photoCodeText(byRole, "2026-06-04T13:20:00.000Z", BOOKING);
    expect(text("renter")).toMatch(/^With Maya’s photo code from Thu, Jun 4, 9:20 AM/);
    expect(text("owner")).toMatch(/^With your photo code from /);
  });

  it("[COND-01] texts about condition reports say what was added since, and by whom", () => {
    const photos = [rentalPhoto({ byRole: "owner" }), rentalPhoto({ byRole: "owner" })];
    const after = { ...CONDITION, photos, reports: [conditionReport({ byRole: "owner" })] };
    expect(changesText(CONDITION, after, BOOKING)).toBe(
      "Maya added a report and 2 photos. Review the reports, then try again.",
    );
    expect(changesText(CONDITION, CONDITION, BOOKING)).toMatch(/^Something was added since you looked\./);
  });

  it.each([
    [4, 12, "All are there."],
    [4, 10, "10 of 12 × Peg. All others are there."],
    [3, 0, "3 of 4 × Tent pole, 0 of 12 × Peg."],
  ])("[KIT-01] words about condition reports say which pieces were missing: %d poles, %d pegs", (poles, pegs, text) => {
    const kit = [
      { name: "Tent pole", count: 4, priceCents: 1200 },
      { name: "Peg", count: 12, priceCents: 150 },
    ];
    const counts = [poles, pegs].map((count, index) => ({ name: kit[index]?.name ?? "", count }));
    expect(piecesText(counts, kit)).toBe(text);
  });

  const state: DraftState = {
    isLoaded: true,
    fields: { condition: null, notes: "", marks: [] },
    entries: [],
    photos: new Map(),
    isQueued: false,
    problem: null,
    endings: 0,
    storage: "safe",
  };
  it.each([
    [{}, null],
    [{ fields: { ...state.fields, photoCode: "123456" } }, "You have an unfinished report on this phone."],
    [{ fields: { condition: "good" as const, notes: "", marks: [] } }, "You have an unfinished report on this phone."],
    [
      { fields: { condition: null, notes: "", marks: [], pieces: [{ name: "Peg", count: "1" }] } },
      "You have an unfinished report on this phone.",
    ],
    [{ isQueued: true }, "Your report is on this phone. We’ll send everything as soon as we can."],
    [
      { isQueued: true, photos: new Map([["1", { shot: null, status: "device" as const }]]) },
      "Your report and 1 photo are on this phone. We’ll send everything as soon as we can.",
    ],
    [{ problem: "It's too late" }, "Your report wasn’t sent. It's too late."],
  ])("[COND-01] the texts describe an unsent report %#", (changes, text) => {
    expect(draftText({ ...state, ...changes })).toBe(text);
  });

  it("[EVID-01] words about condition reports name each record of the evidence, and which ones fail", () => {
    const link: EvidenceView["links"][number] = {
      position: 1,
      kind: "photo",
      subjectId: PICKUP.id,
      byRole: "renter",
      at: PICKUP.createdAt,
      contentSha256: HASHES.photo,
      previousSha256: HASHES.photo,
      sha256: HASHES.head,
      state: "intact",
      isSealed: true,
      isRemoved: false,
      problems: [],
    };
    expect(linkTitle(link, { ...CONDITION, photos: [PICKUP] }, BOOKING)).toBe("Photo: The whole item");
    const evidence: EvidenceView = {
      state: "intact",
      isIntact: true,
      headSha256: HASHES.head,
      links: [link],
      lostPositions: [],
      unlinkedIds: [],
      changedFacts: [],
    };
    expect(evidenceSummary(evidence)).toEqual(["We checked 1 record and every photo. Nothing was changed."]);
    const changed: EvidenceView = {
      ...evidence,
      state: "changed",
      isIntact: false,
      links: [{ ...link, state: "changed", problems: ["copy_changed"] }],
      lostPositions: [2, 3],
      unlinkedIds: [PICKUP.id],
      changedFacts: ["renterConfirmedOutAt", "claimCents"],
    };
    expect(evidenceSummary(changed)).toEqual([
      "Changed records: 1.",
      "Missing records: 2, 3.",
      "Photos or reports without a record: 1.",
      "The booking no longer matches its records: when the renter confirmed the condition at the start, the claimed amount.",
    ]);
    const unknown: EvidenceView = { ...evidence, state: "not_checkable", links: [{ ...link, state: "not_checkable" }] };
    expect(evidenceSummary(unknown)).toEqual([
      "Records we can’t check, because we no longer have the key that sealed them: 1. That doesn’t mean they were changed.",
    ]);
    expect(evidenceSummary({ ...evidence, links: [{ ...link, isSealed: false }] })).toEqual([
      "We checked 1 record and every photo. Nothing was changed.",
      "From before keys were used, with fingerprints only: 1.",
    ]);
  });
});
