import { describe, expect, test } from "vitest";
import { type RuleConditions, type RuledItem, ruleFor } from "./late-fee-rules.ts";

const ANY: Omit<RuleConditions, "id"> = {
  categoryId: null,
  itemValueMinCents: null,
  itemValueMaxCents: null,
  priority: 0,
  isActive: true,
  createdAt: new Date("2026-01-01T00:00:00Z"),
};
const rule = (id: string, conditions: Partial<RuleConditions> = {}): RuleConditions => ({ ...ANY, id, ...conditions });
const NEWER = { createdAt: new Date("2026-02-01T00:00:00Z") };
const BIKE: RuledItem = { categoryIds: ["bikes", "sports"], valueCents: 50_000 };

describe("[LATE-01] the rule for an item", () => {
  test.each<[string, RuleConditions[], RuledItem, string | null]>([
    ["none without rules", [], BIKE, null],
    ["never an inactive one", [rule("all", { isActive: false })], BIKE, null],
    ["one without conditions for every item", [rule("all")], { categoryIds: [], valueCents: null }, "all"],
    ["one of any of the item's categories", [rule("sports", { categoryId: "sports" })], BIKE, "sports"],
    ["none of another category", [rule("boats", { categoryId: "boats" })], BIKE, null],
    ["includes the smallest value", [rule("from", { itemValueMinCents: 50_000 })], BIKE, "from"],
    ["excludes the largest value", [rule("below", { itemValueMaxCents: 50_000 })], BIKE, null],
    ["is open to the top", [rule("from", { itemValueMinCents: 1 })], BIKE, "from"],
    ["needs a known value for a range", [rule("any", { itemValueMinCents: 0 })], { ...BIKE, valueCents: null }, null],
    [
      "the highest priority wins, however general",
      [rule("bikes", { categoryId: "bikes", itemValueMinCents: 0 }), rule("all", { priority: 1 })],
      BIKE,
      "all",
    ],
    [
      "a category is more specific than a value range",
      [rule("value", { itemValueMinCents: 0, ...NEWER }), rule("bikes", { categoryId: "bikes" }), rule("all")],
      BIKE,
      "bikes",
    ],
    [
      "category and value range are most specific",
      [rule("bikes", { categoryId: "bikes", ...NEWER }), rule("both", { categoryId: "bikes", itemValueMinCents: 0 })],
      BIKE,
      "both",
    ],
    ["the newest wins among equals", [rule("old"), rule("new", NEWER)], BIKE, "new"],
    ["the order of the list does not matter", [rule("new", NEWER), rule("old")], BIKE, "new"],
  ])("%s", (_, rules, item, expected) => {
    expect(ruleFor(rules, item)?.id ?? null).toBe(expected);
  });
});
