import { expect, it } from "vitest";
import { timeAgo } from "../dates.ts";

const NOW = "2026-03-31T12:00:00.000Z";

it.each([
  ["2026-03-31T12:00:00.000Z", "less than a minute ago"],
  ["2026-03-31T11:59:00.001Z", "less than a minute ago"],
  ["2026-03-31T12:00:30.000Z", "less than a minute ago"],
  ["2026-03-31T11:59:00.000Z", "1 minute ago"],
  ["2026-03-31T11:00:00.001Z", "59 minutes ago"],
  ["2026-03-31T11:00:00.000Z", "1 hour ago"],
  ["2026-03-30T12:00:00.001Z", "23 hours ago"],
  ["2026-03-30T12:00:00.000Z", "1 day ago"],
  ["2026-03-02T12:00:00.000Z", "29 days ago"],
  ["2026-03-01T12:00:00.000Z", "1 month ago"],
  ["2025-04-01T12:00:00.000Z", "12 months ago"],
  ["2025-03-31T12:00:00.000Z", "1 year ago"],
  ["2023-01-01T00:00:00.000Z", "3 years ago"],
])("[CONST-03] %s is %s", (instant, text) => expect(timeAgo(instant, Date.parse(NOW))).toBe(text));

it("returns an empty text for an invalid time", () => expect(timeAgo("soon", 0)).toBe(""));
