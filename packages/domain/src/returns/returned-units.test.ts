import { describe, expect, test } from "vitest";
import { canConfirmUnits, hasUnconfirmedUnits, lostUnits, type UnitReturn, unitsOut } from "./returned-units.ts";

const AT = new Date("2026-06-08T18:00:00Z");
const returned = (changes: Partial<UnitReturn>): UnitReturn => ({
  id: "a",
  units: 1,
  at: AT,
  byRole: "renter",
  isByCode: false,
  notes: null,
  reportId: null,
  confirmedAt: null,
  ...changes,
});
const rental = (quantity: number, returns: UnitReturn[], returnedAt: Date | null = null) => ({
  quantity,
  returns,
  returnedAt,
});

describe("[BOOK-01] units of a booking", () => {
  test.each([
    ["all of them before any return", rental(3, []), 3],
    ["the others after a part came back", rental(3, [returned({}), returned({ units: 1 })]), 1],
    ["none after the last return", rental(3, [returned({ units: 3 })], AT), 0],
    ["none after a return from before single returns were recorded", rental(3, [], AT), 0],
  ])("units of a booking are out: %s", (_, given, expected) => expect(unitsOut(given)).toBe(expected));

  test.each([
    ["those still out", rental(3, [returned({ units: 2 })]), 1],
    [
      "all that the owner didn't confirm, if the renter says that all are back",
      rental(3, [returned({ units: 3 })], AT),
      3,
    ],
    [
      "only those that the owner didn't confirm",
      rental(3, [returned({ units: 1, confirmedAt: AT }), returned({ units: 2 })], AT),
      2,
    ],
    ["not those that the owner marked", rental(3, [returned({ byRole: "owner" }), returned({ units: 2 })], AT), 2],
    ["all if the owner contradicts themselves", rental(2, [returned({ byRole: "owner", units: 2 })], AT), 2],
    ["the only unit", rental(1, [], AT), 1],
  ])("units of a booking are lost: %s", (_, given, expected) => expect(lostUnits(given)).toBe(expected));

  test("units of a booking can be confirmed once, by their id, if the renter marked them", () => {
    const returns = [
      returned({ id: "a" }),
      returned({ id: "b", byRole: "owner" }),
      returned({ id: "c", confirmedAt: AT }),
    ];
    expect(["a", "b", "c", "d"].filter((id) => canConfirmUnits({ returns }, id))).toEqual(["a"]);
    expect(hasUnconfirmedUnits({ returns })).toBe(true);
    expect(hasUnconfirmedUnits({ returns: returns.slice(1) })).toBe(false);
  });
});
