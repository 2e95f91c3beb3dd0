import { localDate } from "@nexby/domain/kernel/calendar";
import { describe, expect, it } from "vitest";
import { takenCopy, takenDays } from "./request-card.tsx";

const day = (date: string, free: number) => ({ date, free, freeOvernight: free, isHandoffDay: true });

describe("taken days around a request", () => {
  it("taken days around a request include days with no units left, except the days the request itself holds", () => {
    const days = [day("2026-06-01", 0), day("2026-06-02", 0), day("2026-06-03", 1), day("2026-06-04", 0)];
    expect(takenDays(days, localDate("2026-06-04"), localDate("2026-06-04"))).toEqual(["2026-06-01", "2026-06-02"]);
  });

  it("taken days around a request are listed as date ranges", () => {
    expect(takenCopy([])).toBe("No other bookings around these days.");
    const dates = ["2026-06-01", "2026-06-02", "2026-06-09"].map(localDate);
    expect(takenCopy(dates)).toMatch(/^Also booked: Jun 1\s–\s2 and Jun 9\.$/);
    const many = ["2026-06-01", "2026-06-03", "2026-06-05", "2026-06-07"].map(localDate);
    expect(takenCopy(many)).toBe("Also booked: Jun 1, Jun 3, Jun 5, and more.");
  });
});
