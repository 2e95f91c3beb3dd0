import type { ItemView } from "@nexby/contract/items";
import { expect, test } from "vitest";
import { matchesSearch } from "./matching-items.ts";

const item = {
  title: "Tandem Kayak",
  description: "With two paddles",
  category: { id: "1", name: "Outdoor Recreation" },
  location: "Maplewood, NJ",
} as ItemView;

test.each(["kayak", "paddles kayak", "outdoor", "maplewood"])("%j is found", (search) =>
  expect(matchesSearch(item, search)).toBe(true),
);

test("what it does not have is not, nor what it has no word for", () => {
  expect(matchesSearch(item, "canoe")).toBe(false);
  expect(matchesSearch({ ...item, category: null }, "outdoor")).toBe(false);
});
