import { describe, expect, it } from "vitest";
import { beginningOf, monthsUpTo } from "./earnings.queries.ts";

describe("months", () => {
  it("go back over the turn of the year, the last one last", () => {
    expect(monthsUpTo("2026-02", 4)).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
    expect(monthsUpTo("2026-12", 1)).toEqual(["2026-12"]);
    expect(monthsUpTo("2026-11", 12)[0]).toBe("2025-12");
  });

  it("begin where the day begins first", () => {
    expect(beginningOf("2026-03").toISOString()).toBe("2026-02-28T10:00:00.000Z");
  });
});
