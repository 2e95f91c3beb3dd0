import { expect, test } from "vitest";
import { withQuery } from "../../lib/paths.ts";
import { choiceQuery, readChoice } from "./rental-choice.ts";

const NOTHING = readChoice("");

test("reads no choice from an empty query", () => {
  expect(NOTHING).toEqual({
    from: null,
    to: null,
    quantity: null,
    exchange: null,
    place: "",
    hasInsurance: false,
    mode: null,
    guests: null,
  });
});

test.each([
  "from=2026-06-04&to=2026-06-06&quantity=2&exchange=delivery&place=12+Elm+St%2C+07040&insurance=yes",
  "from=2026-06-04&to=2026-06-04&place=07040&mode=PER_PERSON&guests=60",
  "from=2026-06-04",
])("%s is read and written back unchanged", (search) => {
  expect(withQuery("/listings/1", choiceQuery(readChoice(search)))).toBe(`/listings/1?${search}`);
});

test.each([
  "from=2026-02-30",
  "to=2026-06-04",
  "quantity=0",
  "quantity=-1",
  "quantity=1e3",
  "quantity=100000",
  "exchange=catapult",
  "mode=BOTH",
  "guests=many",
  "insurance=1",
])("%s is ignored", (search) => {
  expect(readChoice(search)).toEqual(NOTHING);
});

test("drops an end before the start", () => {
  expect(readChoice("from=2026-06-04&to=2026-06-03")).toMatchObject({ from: "2026-06-04", to: null });
});
