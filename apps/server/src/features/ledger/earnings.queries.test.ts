import { describe, expect, it } from "vitest";
import { beginningOf, monthsUpTo } from "./earnings.queries.ts";

describe("months", () => {
  it("go back across the new year, oldest first", () => {
    expect(monthsUpTo("2026-02", 4)).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
    expect(monthsUpTo("2026-12", 1)).toEqual(["2026-12"]);
    expect(monthsUpTo("2026-11", 12)[0]).toBe("2025-12");
  });

  it("start in the earliest time zone", () => {
    expect(beginningOf("2026-03").toISOString()).toBe("2026-02-28T10:00:00.000Z");
  });
});
