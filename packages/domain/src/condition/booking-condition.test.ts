import { expect, test } from "vitest";
import { type ConditionAct, recordAfter } from "./booking-condition.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
const report = (byRole: "renter" | "owner", hour: number, changes: Partial<ConditionAct> = {}) =>
  ({
    kind: "report",
    id: `report at ${hour}`,
    byRole,
    phase: "check_out",
    condition: "good",
    notes: null,
    photoUrls: [`photo at ${hour}`],
    at: at(hour),
    ...changes,
  }) as ConditionAct;
const confirmation = (byRole: "renter" | "owner", hour: number, phase: "check_out" | "check_in" = "check_out") =>
  ({ kind: "confirmation", byRole, phase, at: at(hour) }) as ConditionAct;

test("[EVID-01] a booking's condition follows from its reports, and the receiver's report decides", () => {
  const { record } = recordAfter([
    report("renter", 1, { notes: "Fine" }),
    report("owner", 2, { condition: "damaged" }),
    report("owner", 3, { phase: "check_in", condition: "other", notes: "Wet" }),
    report("renter", 4, { phase: "check_in" }),
  ]);
  expect(record).toMatchObject({
    renterCheckoutAt: at(1),
    ownerCheckoutAt: at(2),
    conditionOut: "good",
    conditionOutNotes: "Fine",
    renterCheckoutPhotos: ["photo at 1"],
    ownerCheckinAt: at(3),
    renterCheckinAt: at(4),
    conditionIn: "other",
    conditionInNotes: "Wet",
    ownerCheckinPhotos: ["photo at 3"],
    renterCheckinPhotos: ["photo at 4"],
  });
});

test("[EVID-01] confirmations stay until the next report of their phase, and both agree on the marks of the last reports", () => {
  const acts = [report("renter", 1), report("owner", 2), confirmation("owner", 3), confirmation("renter", 4)];
  const both = recordAfter(acts);
  expect(both.record).toMatchObject({
    ownerConfirmedOutAt: at(3),
    renterConfirmedOutAt: at(4),
    renterSignedInAt: null,
  });
  expect([...both.agreed]).toEqual([
    ["report at 1", at(4)],
    ["report at 2", at(4)],
  ]);
  const again = recordAfter([...acts, report("renter", 5), confirmation("renter", 6)]);
  expect(again.record).toMatchObject({ ownerConfirmedOutAt: null, renterConfirmedOutAt: at(6) });
  expect(again.agreed).toEqual(both.agreed);
});
