import { describe, expect, it } from "vitest";
import { statementYears } from "./plot.ts";

const months = [{ month: "2025-12" }, { month: "2026-01" }];

describe("statement years", () => {
  it.each([
    [null, ["2026"]],
    [2026, ["2026"]],
    [2022, ["2026", "2025", "2024", "2023", "2022"]],
  ])("since %s are %j", (firstYear, years) => expect(statementYears({ firstYear, months })).toEqual(years));
});
