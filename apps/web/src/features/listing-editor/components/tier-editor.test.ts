import { describe, expect, it } from "vitest";
import { tierHint, withChangedTier, withoutTier, withTier } from "./tier-editor.tsx";

const row = (min: string, max: string) => ({ min, max, perPersonPriceCents: "18" });

describe("[FOOD-01] price tiers", () => {
  it("start where the previous one ends", () => {
    const one = withTier([]);
    expect(one).toEqual([{ min: "1", max: "49", perPersonPriceCents: "" }]);
    expect(withTier(one)[1]).toEqual({ min: "50", max: "", perPersonPriceCents: "" });
    expect(withTier([row("1", "")])[1]?.min).toBe("");
  });

  it("follow a change in the row above, unless they were not adjacent before", () => {
    expect(withChangedTier([row("1", "49"), row("50", "")], 0, { max: "59" })).toEqual([row("1", "59"), row("60", "")]);
    expect(withChangedTier([row("1", "49"), row("70", "")], 0, { max: "59" })).toEqual([row("1", "59"), row("70", "")]);
    expect(withChangedTier([row("1", "49"), row("50", "")], 0, { max: "" })).toEqual([row("1", ""), row("50", "")]);
    expect(withChangedTier([row("1", "49")], 3, { max: "1" })).toEqual([row("1", "49")]);
  });

  it("leave a gap when one is removed, with a hint about it", () => {
    const remaining = withoutTier([row("1", "49"), row("50", "99"), row("100", "")], 1);
    expect(remaining).toEqual([row("1", "49"), row("100", "")]);
    expect(tierHint(remaining, 0)).toBeNull();
    expect(tierHint(remaining, 1)).toBe("This tier must start at 50, right after the one above.");
  });

  it("explain a wrong order or an open-ended row above", () => {
    expect(tierHint([row("10", "5")], 0)).toBe("The last number can’t be lower than the first.");
    expect(tierHint([row("1", ""), row("50", "")], 1)).toBe(
      "Only the last tier can have no limit. Enter an end for the tier above.",
    );
    expect(tierHint([row("1", "49"), row("50", "")], 1)).toBeNull();
  });
});
