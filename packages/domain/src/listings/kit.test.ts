import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  areNamedOnce,
  claimForPieces,
  countsOfKit,
  isKitTooExpensive,
  kitFor,
  MAX_CLAIM_CENTS,
  missingPieces,
  type Piece,
  valueOfPieces,
} from "./kit.ts";

const POLE: Piece = { name: "Tent pole", count: 4, priceCents: 1_200 };
const PEG: Piece = { name: "Peg", count: 12, priceCents: 150 };
const BAG: Piece = { name: "Bag", count: 1, priceCents: 0 };
const KIT = [POLE, PEG, BAG];

const counts = (poles: number, pegs: number, bags = 1) => [
  { name: "Tent pole", count: poles },
  { name: "Peg", count: pegs },
  { name: "Bag", count: bags },
];

type Report = Parameters<typeof missingPieces>[1][number];
const report = (byRole: Report["byRole"], phase: Report["phase"], pieces: Report["pieces"]): Report => ({
  byRole,
  phase,
  pieces,
});

describe("[COND-01] [KIT-01] a kit", () => {
  test("a kit names each piece once, whatever its case and spacing", () => {
    expect(areNamedOnce(KIT)).toBe(true);
    expect(areNamedOnce([POLE, { ...PEG, name: " tent  POLE" }])).toBe(false);
    expect(areNamedOnce([])).toBe(true);
  });

  test("a kit costs at most as much as a new item, or as the largest claim", () => {
    expect(valueOfPieces(KIT)).toBe(6_600);
    expect([6_600, 6_599].map((value) => isKitTooExpensive(KIT, value))).toEqual([false, true]);
    const dear = (priceCents: number) => isKitTooExpensive([{ ...BAG, priceCents }], null);
    expect([dear(MAX_CLAIM_CENTS), dear(MAX_CLAIM_CENTS + 1)]).toEqual([false, true]);
    // A replacement value of zero means that there is none.
    expect(isKitTooExpensive(KIT, 0)).toBe(false);
  });

  test("a kit multiplies its pieces, not their prices, by the number of units", () => {
    expect(kitFor([POLE, BAG], 3)).toEqual([
      { ...POLE, count: 12 },
      { ...BAG, count: 3 },
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), (quantity) => {
        expect(valueOfPieces(kitFor(KIT, quantity))).toBe(valueOfPieces(KIT) * quantity);
      }),
    );
  });
});

describe("[COND-01] [KIT-01] a checklist", () => {
  test("a checklist is kept in the kit's order", () => {
    expect(countsOfKit(KIT, counts(3, 0).toReversed())).toEqual(counts(3, 0));
  });

  test.each([
    ["a piece is left out", counts(4, 12).slice(1)],
    ["a piece is counted twice", [...counts(4, 12).slice(1), { name: "Peg", count: 1 }]],
    ["a piece isn't part of the kit", [...counts(4, 12).slice(1), { name: "Rope", count: 1 }]],
    ["there are more than the kit has", counts(5, 12)],
    ["a count is negative", counts(-1, 12)],
    ["a count isn't whole", counts(1.5, 12)],
  ])("a checklist is refused when %s", (_, counted) => {
    expect(countsOfKit(KIT, counted)).toBeNull();
  });

  test("a checklist is empty for an item without pieces", () => {
    expect(countsOfKit([], [])).toEqual([]);
    expect(countsOfKit([], counts(1, 1))).toBeNull();
  });
});

describe("[COND-01] [KIT-01] missing pieces", () => {
  test("missing pieces were there at pickup and aren't back", () => {
    const missing = missingPieces(KIT, [
      report("renter", "check_out", counts(4, 12)),
      report("owner", "check_in", counts(3, 10)),
    ]);
    expect(missing).toEqual([
      { ...POLE, count: 1 },
      { ...PEG, count: 2 },
    ]);
    expect(claimForPieces(missing)).toBe(1_500);
  });

  test.each<[string, Report[], number]>([
    ["nobody pays for a piece the renter missed at pickup", [report("renter", "check_out", counts(3, 12))], 0],
    ["nobody pays for a piece the owner missed at pickup", [report("owner", "check_out", counts(3, 12))], 0],
    [
      "nobody pays for a piece both missed at pickup",
      [report("renter", "check_out", counts(3, 12)), report("owner", "check_out", counts(3, 12))],
      0,
    ],
    [
      "the lower count at pickup is the one that matters",
      [report("renter", "check_out", counts(4, 12)), report("owner", "check_out", counts(3, 12))],
      0,
    ],
    ["the kit counts as complete if nobody counted it at pickup", [report("renter", "check_out", null)], 1],
    [
      "a person's last count replaces the one before",
      [report("renter", "check_out", counts(2, 12)), report("renter", "check_out", counts(4, 12))],
      1,
    ],
    [
      "a later report without a count leaves the count before",
      [report("renter", "check_out", counts(3, 12)), report("renter", "check_out", null)],
      0,
    ],
  ])("%s", (_, atPickup, poles) => {
    const missing = missingPieces(KIT, [...atPickup, report("owner", "check_in", counts(3, 12))]);
    expect(missing).toEqual(poles === 0 ? [] : [{ ...POLE, count: poles }]);
  });

  test("missing pieces at return go by the owner's count, and by the renter's until the owner has counted", () => {
    const byRenter = report("renter", "check_in", counts(4, 11));
    expect(missingPieces(KIT, [])).toEqual([]);
    expect(missingPieces(KIT, [report("owner", "check_in", null)])).toEqual([]);
    expect(missingPieces(KIT, [byRenter])).toEqual([{ ...PEG, count: 1 }]);
    expect(missingPieces(KIT, [byRenter, report("owner", "check_in", counts(4, 12))])).toEqual([]);
    expect(missingPieces(KIT, [report("owner", "check_in", counts(2, 12)), byRenter])).toEqual([{ ...POLE, count: 2 }]);
  });

  test("missing pieces never cost more than the kit, and nothing if everything is back or was missing before", () => {
    const count = fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 12 }));
    fc.assert(
      fc.property(count, count, ([poles, pegs], [polesBack, pegsBack]) => {
        const pickup = report("renter", "check_out", counts(poles, pegs));
        const missing = missingPieces(KIT, [pickup, report("owner", "check_in", counts(polesBack, pegsBack))]);
        expect(claimForPieces(missing)).toBe(
          Math.max(0, poles - polesBack) * POLE.priceCents + Math.max(0, pegs - pegsBack) * PEG.priceCents,
        );
        expect(claimForPieces(missing)).toBeLessThanOrEqual(valueOfPieces(KIT));
      }),
    );
  });

  test("missing pieces are claimed up to the largest claim a person can enter", () => {
    expect(claimForPieces([{ ...POLE, count: 10_000, priceCents: MAX_CLAIM_CENTS }])).toBe(MAX_CLAIM_CENTS);
  });
});
