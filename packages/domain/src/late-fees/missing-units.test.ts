import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR } from "../kernel/duration.ts";
import { type ItemHold, shortageOf } from "./missing-units.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 1, 18) + hour * HOUR);

const hold = (state: ItemHold["state"], from: number, to: number | null, rest: Partial<ItemHold> = {}): ItemHold => ({
  bookingId: null,
  startAt: at(from),
  endAt: to === null ? null : at(to),
  quantity: 1,
  state,
  isLost: false,
  approvedAt: null,
  ...rest,
});
const waiting = (bookingId: string, from: number, to: number, approved: number, quantity = 1) =>
  hold("waiting", from, to, { bookingId, approvedAt: at(approved), quantity });

const NONE = { isNow: false, isLost: false, atStart: false, throughout: false };

describe("[LATE-01] the booking after a late return", () => {
  const next = waiting("next", 38, 47, -50);

  test("the booking after a late return lacks its unit from start to end while the unit is still missing", () => {
    const missing = hold("missing", 23, null);
    expect(shortageOf("next", [missing, next], 1)).toEqual({ ...NONE, isNow: true, atStart: true, throughout: true });
  });

  test("the booking after a late return lacked its unit throughout when the unit came back after its end, and lacks none now", () => {
    const missing = hold("missing", 23, 60);
    expect(shortageOf("next", [missing, next], 1)).toEqual({ ...NONE, atStart: true, throughout: true });
  });

  test("the booking after a late return lacked its unit only at the start when the unit came back before its end", () => {
    expect(shortageOf("next", [hold("missing", 23, 40), next], 1)).toEqual({ ...NONE, atStart: true });
  });

  test("the booking after a late return lacks nothing when the unit came back before its start, or another one is left", () => {
    expect(shortageOf("next", [hold("missing", 23, 38), next], 1)).toEqual(NONE);
    expect(shortageOf("next", [hold("missing", 23, null), next], 2)).toEqual(NONE);
  });

  test("the booking after a late return lacks its unit for good when the missing one is declared lost", () => {
    const lost = hold("missing", 23, null, { isLost: true });
    expect(shortageOf("next", [lost, next], 1)).toMatchObject({ isNow: true, isLost: true });
  });

  test("the booking after a late return gets the last unit if it was approved before the other booking", () => {
    const missing = hold("missing", 23, null);
    const later = waiting("later", 40, 50, -40);
    expect(shortageOf("next", [missing, next, later], 2)).toEqual(NONE);
    expect(shortageOf("later", [missing, next, later], 2)).toMatchObject({ isNow: true, atStart: true });
  });

  test("the booking after a late return lacks a unit that a later booking was handed", () => {
    const holds = [hold("missing", 23, null), next, hold("out", 36, 50, { bookingId: "later" })];
    expect(shortageOf("next", holds, 2)).toMatchObject({ isNow: true, throughout: true });
  });

  test("the booking after a late return leaves its unit to a later booking when it can't get all of its units", () => {
    const both = waiting("both", 38, 47, -50, 2);
    const one = waiting("one", 38, 47, -40);
    const holds = [hold("missing", 23, null), both, one];
    expect(shortageOf("both", holds, 2)).toMatchObject({ isNow: true });
    expect(shortageOf("one", holds, 2)).toEqual(NONE);
  });

  test("the booking after a late return has no shortage once it was handed over", () => {
    const holds = [hold("missing", 23, null), hold("out", 38, 47, { bookingId: "next" })];
    expect(shortageOf("next", holds, 1)).toBeNull();
  });
});

describe("random holds of an item", () => {
  const spans = fc.record({ from: fc.integer({ min: 0, max: 40 }), length: fc.integer({ min: 1, max: 12 }) });
  const gone = fc.array(fc.record({ span: spans, isOpen: fc.boolean(), quantity: fc.integer({ min: 1, max: 2 }) }), {
    maxLength: 3,
  });
  const bookings = fc.array(
    fc.record({ span: spans, approved: fc.integer({ min: -9, max: 0 }), quantity: fc.integer({ min: 1, max: 2 }) }),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  const total = fc.integer({ min: 1, max: 4 });
  const loadAt = (holds: readonly ItemHold[], hour: number) =>
    holds
      .filter(({ startAt, endAt }) => startAt <= at(hour) && (endAt === null || at(hour) < endAt))
      .reduce((sum, { quantity }) => sum + quantity, 0);

  /** Bookings that fit the item as long as everything is returned in time, as the database guarantees. */
  const scene = fc.tuple(gone, bookings, total).map(([late, drawn, quantityTotal]) => {
    const missing = late.map(({ span, isOpen, quantity }) =>
      hold("missing", span.from, isOpen ? null : span.from + span.length, { quantity }),
    );
    const approved: ItemHold[] = [];
    for (const [index, { span, approved: approvedAt, quantity }] of drawn.entries()) {
      const one = waiting(`b${index}`, span.from, span.from + span.length, approvedAt, quantity);
      const fits = Array.from({ length: span.length }, (_, hour) => span.from + hour).every(
        (hour) => loadAt([...approved, one], hour) <= quantityTotal,
      );
      if (fits) approved.push(one);
    }
    return { missing, approved, quantityTotal };
  });
  type Scene = { missing: ItemHold[]; approved: ItemHold[]; quantityTotal: number };
  const servedOf = ({ missing, approved, quantityTotal }: Scene) =>
    approved.filter(({ bookingId }) => {
      const shortage = shortageOf(bookingId ?? "", [...missing, ...approved], quantityTotal);
      return shortage?.isNow === false;
    });
  const check = (property: (scene: Scene) => void) => fc.assert(fc.property(scene, property), { numRuns: 300 });

  test("the bookings that lack nothing fit beside the units that are still missing", () => {
    check((drawn) => {
      const open = drawn.missing.filter(({ endAt }) => endAt === null);
      const served = servedOf(drawn);
      for (const booking of served)
        for (let hour = 0; hour < 60; hour += 1)
          if (loadAt([booking], hour) > 0 && loadAt(open, hour) > 0)
            expect(loadAt([...open, ...served], hour)).toBeLessThanOrEqual(drawn.quantityTotal);
    });
  });

  test("nobody lacks anything while nothing is missing", () => {
    check((drawn) => {
      expect(servedOf({ ...drawn, missing: [] })).toHaveLength(drawn.approved.length);
    });
  });

  test("the same bookings lack their units in whatever order the holds are read", () => {
    check((drawn) => {
      const ids = ({ bookingId }: ItemHold) => bookingId;
      const turned = { ...drawn, missing: drawn.missing.toReversed(), approved: drawn.approved.toReversed() };
      expect(servedOf(turned).map(ids).toSorted()).toEqual(servedOf(drawn).map(ids).toSorted());
    });
  });

  test("a later approval never takes an earlier one's unit", () => {
    check((drawn) => {
      const last = drawn.approved
        .toSorted(
          (one, other) =>
            Number(one.approvedAt) - Number(other.approvedAt) ||
            ((one.bookingId ?? "") < (other.bookingId ?? "") ? -1 : 1),
        )
        .at(-1);
      const without = servedOf({ ...drawn, approved: drawn.approved.filter((booking) => booking !== last) });
      const among = servedOf(drawn).filter((booking) => booking !== last);
      expect(among.map(({ bookingId }) => bookingId)).toEqual(without.map(({ bookingId }) => bookingId));
    });
  });
});
