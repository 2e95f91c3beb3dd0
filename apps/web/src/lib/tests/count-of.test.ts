import { expect, test } from "vitest";
import { countOf } from "../format.ts";

test("uses the singular for one and separates thousands", () =>
  expect([1, 0, 1000].map((count) => countOf(count, "item"))).toEqual(["1 item", "0 items", "1,000 items"]));
