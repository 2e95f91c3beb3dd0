import { expect, test } from "vitest";
import { agreedAt, knownMarks } from "./item-passport.ts";

type Mark = Parameters<typeof knownMarks>[0][number];

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const mark = (id: string, changes: Partial<Mark> = {}): Mark => ({
  id,
  bookingId: "earlier",
  phase: "check_in",
  description: `Mark ${id}`,
  agreedAt: at(1),
  ...changes,
});
const idsKnown = (marks: readonly Mark[], before: Date | null = null) =>
  knownMarks(marks, { bookingId: "this", before }).map(({ id }) => id);

test("[COND-01] both people agree when the second one confirms", () => {
  expect(agreedAt({ renterAt: at(1), ownerAt: null })).toBeNull();
  expect(agreedAt({ renterAt: null, ownerAt: at(1) })).toBeNull();
  expect(agreedAt({ renterAt: at(1), ownerAt: at(2) })).toEqual(at(2));
  expect(agreedAt({ renterAt: at(2), ownerAt: at(1) })).toEqual(at(2));
});

test("[COND-01] a rental knows the marks both people of earlier rentals agreed on, oldest first", () => {
  const marks = [
    mark("late", { agreedAt: at(3) }),
    mark("early"),
    mark("one-sided", { agreedAt: null }),
    mark("own", { bookingId: "this" }),
  ];
  expect(idsKnown(marks)).toEqual(["early", "late"]);
});

test("[COND-01] a mark agreed on after the handoff is not an old one", () => {
  expect(idsKnown([mark("before"), mark("after", { agreedAt: at(3) })], at(2))).toEqual(["before"]);
});

test("[COND-01] the same words are listed once", () => {
  const again = mark("2", { description: " a  Scratch", agreedAt: at(2) });
  expect(idsKnown([mark("1", { description: "A scratch" }), again])).toEqual(["1"]);
});
