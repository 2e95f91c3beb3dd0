import { describe, expect, test } from "vitest";
import { localDate, localTime } from "../kernel/calendar.ts";
import { check, codeOf, hold, sameDay, window } from "./availability.fixture.ts";

describe("edges of the availability rules", () => {
  test("accepts a request two hours before the start", () => {
    expect(codeOf({ now: new Date("2025-06-06T11:00:00Z") })).toBe("accepted");
  });

  test("lets an owner require more lead time, but never less than two hours", () => {
    const tuesday = new Date("2025-06-03T13:00:00Z");
    expect(codeOf({ item: { leadHours: 72 }, now: tuesday })).toBe("accepted");
    expect(codeOf({ item: { leadHours: 72 }, now: new Date(tuesday.getTime() + 1) })).toBe("starts_too_soon");
    expect(codeOf({ item: { leadHours: 1 }, now: new Date("2025-06-06T11:00:00.001Z") })).toBe("starts_too_soon");
  });

  test("treats limits as inclusive", () => {
    expect(codeOf({ item: { minRentalDays: 3, maxRentalDays: 3 } })).toBe("accepted");
    const item = { quantityMinPerBooking: 2, quantityMaxPerBooking: 2 };
    expect(codeOf({ item, request: { quantity: 2 } })).toBe("accepted");
    expect(codeOf({ request: { quantity: 3 } })).toBe("accepted");
    expect(codeOf({ request: { pickupTime: localTime("18:00"), dropoffTime: localTime("09:00") } })).toBe("accepted");
  });

  test("rejects fractional and NaN quantities", () => {
    expect(codeOf({ request: { quantity: 1.5 } })).toBe("quantity_invalid");
    expect(codeOf({ request: { quantity: Number.NaN } })).toBe("quantity_invalid");
  });

  test("accepts one unit where quantity is not offered, whatever the minimum", () => {
    expect(codeOf({ item: { allowQuantity: false, quantityMinPerBooking: 2 } })).toBe("accepted");
  });

  test("requires only the two handoff days to be open", () => {
    expect(codeOf({ owner: { availableDays: new Set(["friday", "sunday"]) } })).toBe("accepted");
  });

  test("lets a flexible request use a time outside the window, separately for pickup and dropoff", () => {
    const early = { pickupTime: localTime("06:00") };
    const late = { dropoffTime: localTime("22:00") };
    expect(codeOf({ request: { ...early, isPickupFlexible: true } })).toBe("accepted");
    expect(codeOf({ request: { ...late, isDropoffFlexible: true } })).toBe("accepted");
    expect(codeOf({ request: { ...early, isDropoffFlexible: true } })).toBe("pickup_outside_window");
    expect(codeOf({ request: { ...late, isPickupFlexible: true } })).toBe("dropoff_outside_window");
  });

  test("rejects a one-day request when the window that replaces it has no length", () => {
    const nine = window("09:00", "09:00");
    expect(codeOf({ owner: { pickupWindow: nine, dropoffWindow: nine }, request: sameDay })).toBe(
      "dropoff_not_after_pickup",
    );
  });

  test("rejects a dropoff that a clock change puts before the pickup", () => {
    const spring = { startDate: localDate("2026-03-08"), endDate: localDate("2026-03-08") };
    const times = { pickupTime: localTime("02:45"), dropoffTime: localTime("03:15") };
    expect(codeOf({ request: { ...spring, ...times } })).toBe("dropoff_not_after_pickup");
  });
});

describe("units", () => {
  const one = { quantityTotal: 1 };
  const lastWeek = hold("2025-06-05T13:00:00Z", "2025-06-06T13:00:00Z");

  test("can be booked again when the previous stay ends, unless turnaround time is needed", () => {
    expect(codeOf({ item: one, holds: [lastWeek] })).toBe("accepted");
    expect(codeOf({ item: { ...one, turnaroundMinutes: 1 }, holds: [lastWeek] })).toBe("not_enough_units");
  });

  test("are occupied from the setup time before the start", () => {
    const item = { ...one, setupMinutes: 30 };
    expect(codeOf({ item, holds: [lastWeek] })).toBe("not_enough_units");
    const earlier = hold("2025-06-05T13:00:00Z", "2025-06-06T12:30:00Z");
    expect(check({ item, holds: [earlier] })).toMatchObject({
      value: { startAt: new Date("2025-06-06T13:00:00Z"), occupiedFrom: new Date("2025-06-06T12:30:00Z") },
    });
  });

  test("ignore a rechecked request's own hold", () => {
    const mine = hold("2025-06-06T13:00:00Z", "2025-06-08T22:00:00Z", { id: "mine" });
    expect(codeOf({ item: one, holds: [mine] })).toBe("not_enough_units");
    expect(codeOf({ item: one, holds: [mine], except: "mine" })).toBe("accepted");
  });

  test("leave one of two for Friday to Sunday when one is booked Friday and one Sunday", () => {
    const holds = [
      hold("2025-06-06T13:00:00Z", "2025-06-06T22:00:00Z"),
      hold("2025-06-08T13:00:00Z", "2025-06-08T22:00:00Z"),
    ];
    expect(codeOf({ item: { quantityTotal: 2 }, holds })).toBe("accepted");
  });
});
