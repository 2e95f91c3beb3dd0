import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, localDate, localTime } from "../kernel/calendar.ts";
import { localDateOf, localTimeOf } from "../kernel/zones.ts";
import { type Change, check, codeOf, hold, inputOf, NEW_YORK, sameDay, window } from "./availability.fixture.ts";
import { AVAILABILITY_REFUSALS, type AvailabilityRefusal, checkAvailability } from "./availability.ts";

describe("accepted requests", () => {
  test("accepted requests without times run from pickup opening to dropoff closing in the item's time zone", () => {
    expect(check()).toEqual({
      ok: true,
      value: {
        startAt: new Date("2025-06-06T13:00:00Z"),
        endAt: new Date("2025-06-08T22:00:00Z"),
        days: 3,
        quantity: 1,
        occupiedFrom: new Date("2025-06-06T13:00:00Z"),
      },
    });
  });

  test("accepted requests use the requested times and the owner's windows", () => {
    const owner = { pickupWindow: window("07:00", "10:00"), dropoffWindow: window("16:00", "20:00") };
    expect(check({ owner })).toMatchObject({
      value: { startAt: new Date("2025-06-06T11:00:00Z"), endAt: new Date("2025-06-09T00:00:00Z") },
    });
    const request = { pickupTime: localTime("10:00"), dropoffTime: localTime("16:00") };
    expect(check({ owner, request })).toMatchObject({
      value: { startAt: new Date("2025-06-06T14:00:00Z"), endAt: new Date("2025-06-08T20:00:00Z") },
    });
  });

  test.each([
    ["2025-03-08", "2025-03-10", 3],
    ["2024-02-28", "2024-03-01", 3],
    ["2025-11-01", "2025-11-02", 2],
    ["2025-06-06", "2025-06-06", 1],
  ])("accepted requests count %s to %s as %i days", (start, end, days) => {
    const now = new Date("2024-01-01T00:00:00Z");
    const request = { startDate: localDate(start), endDate: localDate(end) };
    expect(check({ now, request })).toMatchObject({ ok: true, value: { days } });
  });

  test("accepted requests treat equal pickup and dropoff instants as the whole day's handoff window, even outside it", () => {
    const wholeDay = { startAt: new Date("2025-06-06T13:00:00Z"), endAt: new Date("2025-06-06T22:00:00Z"), days: 1 };
    for (const time of ["00:00", "12:00"].map(localTime)) {
      expect(check({ request: { ...sameDay, pickupTime: time, dropoffTime: time } })).toMatchObject({
        ok: true,
        value: wholeDay,
      });
    }
  });

  test("accepted requests treat two times that a clock change turns into one instant as the whole day", () => {
    const spring = { startDate: localDate("2026-03-08"), endDate: localDate("2026-03-08") };
    const request = { ...spring, pickupTime: localTime("02:30"), dropoffTime: localTime("03:30") };
    expect(check({ request })).toMatchObject({ ok: true, value: { startAt: new Date("2026-03-08T13:00:00Z") } });
  });
});

describe("rejection reasons", () => {
  const twoOut = [hold("2025-06-07T00:00:00Z", "2025-06-07T12:00:00Z", { quantity: 2 })];
  const cases: [AvailabilityRefusal, Change][] = [
    ["item_unavailable", { item: { isAvailable: false } }],
    ["end_before_start", { request: { endDate: localDate("2025-06-05") } }],
    [
      "dropoff_not_after_pickup",
      { request: { ...sameDay, pickupTime: localTime("15:00"), dropoffTime: localTime("12:00") } },
    ],
    ["starts_too_soon", { now: new Date("2025-06-06T11:00:00.001Z") }],
    ["rental_too_short", { item: { minRentalDays: 4 } }],
    ["rental_too_long", { item: { maxRentalDays: 2 } }],
    ["quantity_invalid", { request: { quantity: 0 } }],
    ["quantity_not_offered", { item: { allowQuantity: false }, request: { quantity: 2 } }],
    ["quantity_below_minimum", { item: { quantityMinPerBooking: 2 } }],
    ["quantity_above_maximum", { item: { quantityMaxPerBooking: 1 }, request: { quantity: 2 } }],
    ["quantity_above_total", { request: { quantity: 4 } }],
    ["pickup_day_closed", { owner: { availableDays: new Set(["saturday", "sunday"]) } }],
    ["dropoff_day_closed", { owner: { availableDays: new Set(["friday", "saturday"]) } }],
    ["pickup_outside_window", { request: { pickupTime: localTime("08:59") } }],
    ["dropoff_outside_window", { request: { dropoffTime: localTime("18:01") } }],
    ["not_enough_units", { holds: twoOut, request: { quantity: 2 } }],
  ];

  test("rejection reasons are all covered here, in the order they are checked", () => {
    expect(cases.map(([code]) => code)).toEqual(AVAILABILITY_REFUSALS);
  });

  test.each(cases)("%s", (code, change) => {
    expect(check(change)).toEqual({ ok: false, code });
  });

  test("rejection reasons are reported in order: fixing each one reveals the next", () => {
    const requested = { startDate: localDate("2025-06-06"), endDate: localDate("2025-06-05"), quantity: 0 };
    let change: Change = {
      item: {
        isAvailable: false,
        minRentalDays: 5,
        maxRentalDays: 2,
        allowQuantity: false,
        quantityMinPerBooking: 5,
        quantityMaxPerBooking: 3,
        quantityTotal: 2,
      },
      owner: { availableDays: new Set() },
      request: { ...requested, pickupTime: localTime("20:00"), dropoffTime: localTime("08:00") },
      holds: [hold("2025-06-06T00:00:00Z", "2025-06-09T00:00:00Z", { quantity: 2 })],
      now: new Date("2025-06-06T23:00:00Z"),
    };
    const fixes: Change[] = [
      { item: { isAvailable: true } },
      { request: { endDate: localDate("2025-06-06") } },
      { request: { endDate: localDate("2025-06-08") } },
      { now: new Date("2025-06-01T00:00:00Z") },
      { item: { minRentalDays: 1 } },
      { item: { maxRentalDays: 3 } },
      { request: { quantity: 4 } },
      { item: { allowQuantity: true } },
      { item: { quantityMinPerBooking: 1 } },
      { item: { quantityMaxPerBooking: 4 } },
      { item: { quantityTotal: 4 } },
      { owner: { availableDays: new Set(["friday"]) } },
      { owner: { availableDays: new Set(["friday", "sunday"]) } },
      { request: { isPickupFlexible: true } },
      { request: { isDropoffFlexible: true } },
      { holds: [] },
    ];
    const codes = [codeOf(change)];
    for (const fix of fixes) {
      change = {
        ...change,
        ...fix,
        item: { ...change.item, ...fix.item },
        owner: { ...change.owner, ...fix.owner },
        request: { ...change.request, ...fix.request },
      };
      codes.push(codeOf(change));
    }
    expect(codes).toEqual([...AVAILABILITY_REFUSALS, "accepted"]);
  });
});

test("an accepted stay falls on the requested dates, has a length, and is the same when requested again", () => {
  const zones = fc.constantFrom(
    NEW_YORK,
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "America/Sao_Paulo",
    "Pacific/Chatham",
  );
  const times = fc.option(
    fc.nat({ max: 23 }).map((hour) => localTime(`${String(hour).padStart(2, "0")}:30`)),
    {
      nil: undefined,
    },
  );
  fc.assert(
    fc.property(
      zones,
      fc.nat({ max: 3650 }),
      fc.nat({ max: 30 }),
      times,
      times,
      (timezone, day, length, pickup, dropoff) => {
        const startDate = addDays(localDate("2012-01-01"), day);
        const endDate = addDays(startDate, length);
        const requested = { startDate, endDate, pickupTime: pickup, dropoffTime: dropoff };
        const input = inputOf({ item: { timezone }, request: requested, now: new Date("2011-06-01T00:00:00Z") });
        const result = checkAvailability(input);
        expect(checkAvailability(input)).toEqual(result);
        if (!result.ok) return;
        expect(localDateOf(result.value.startAt, timezone)).toBe(startDate);
        expect(localDateOf(result.value.endAt, timezone)).toBe(endDate);
        expect(result.value.days).toBe(length + 1);
        expect(result.value.endAt.getTime()).toBeGreaterThan(result.value.startAt.getTime());
        const startsAt = localTimeOf(result.value.startAt, timezone);
        expect(startsAt >= "09:00" && startsAt <= "18:00").toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});

describe("edges of the availability rules", () => {
  test("the availability check accepts a request two hours before the start", () => {
    expect(codeOf({ now: new Date("2025-06-06T11:00:00Z") })).toBe("accepted");
  });

  test("the availability check lets an owner require more lead time, but never less than two hours", () => {
    const tuesday = new Date("2025-06-03T13:00:00Z");
    expect(codeOf({ item: { leadHours: 72 }, now: tuesday })).toBe("accepted");
    expect(codeOf({ item: { leadHours: 72 }, now: new Date(tuesday.getTime() + 1) })).toBe("starts_too_soon");
    expect(codeOf({ item: { leadHours: 1 }, now: new Date("2025-06-06T11:00:00.001Z") })).toBe("starts_too_soon");
  });

  test("the availability check treats limits as inclusive", () => {
    expect(codeOf({ item: { minRentalDays: 3, maxRentalDays: 3 } })).toBe("accepted");
    const item = { quantityMinPerBooking: 2, quantityMaxPerBooking: 2 };
    expect(codeOf({ item, request: { quantity: 2 } })).toBe("accepted");
    expect(codeOf({ request: { quantity: 3 } })).toBe("accepted");
    expect(codeOf({ request: { pickupTime: localTime("18:00"), dropoffTime: localTime("09:00") } })).toBe("accepted");
  });

  test("the availability check rejects fractional and NaN quantities", () => {
    expect(codeOf({ request: { quantity: 1.5 } })).toBe("quantity_invalid");
    expect(codeOf({ request: { quantity: Number.NaN } })).toBe("quantity_invalid");
  });

  test("the availability check accepts one unit where quantity is not offered, whatever the minimum", () => {
    expect(codeOf({ item: { allowQuantity: false, quantityMinPerBooking: 2 } })).toBe("accepted");
  });

  test("the availability check requires only the two handoff days to be open", () => {
    expect(codeOf({ owner: { availableDays: new Set(["friday", "sunday"]) } })).toBe("accepted");
  });

  test("the availability check lets a flexible request use a time outside the window, separately for pickup and dropoff", () => {
    const early = { pickupTime: localTime("06:00") };
    const late = { dropoffTime: localTime("22:00") };
    expect(codeOf({ request: { ...early, isPickupFlexible: true } })).toBe("accepted");
    expect(codeOf({ request: { ...late, isDropoffFlexible: true } })).toBe("accepted");
    expect(codeOf({ request: { ...early, isDropoffFlexible: true } })).toBe("pickup_outside_window");
    expect(codeOf({ request: { ...late, isPickupFlexible: true } })).toBe("dropoff_outside_window");
  });

  test("the availability check rejects a one-day request when the window that replaces it has no length", () => {
    const nine = window("09:00", "09:00");
    expect(codeOf({ owner: { pickupWindow: nine, dropoffWindow: nine }, request: sameDay })).toBe(
      "dropoff_not_after_pickup",
    );
  });

  test("the availability check rejects a dropoff that a clock change puts before the pickup", () => {
    const spring = { startDate: localDate("2026-03-08"), endDate: localDate("2026-03-08") };
    const times = { pickupTime: localTime("02:45"), dropoffTime: localTime("03:15") };
    expect(codeOf({ request: { ...spring, ...times } })).toBe("dropoff_not_after_pickup");
  });
});

describe("units", () => {
  const one = { quantityTotal: 1 };
  const lastWeek = hold("2025-06-05T13:00:00Z", "2025-06-06T13:00:00Z");

  test("units can be booked again when the previous stay ends, unless turnaround time is needed", () => {
    expect(codeOf({ item: one, holds: [lastWeek] })).toBe("accepted");
    expect(codeOf({ item: { ...one, turnaroundMinutes: 1 }, holds: [lastWeek] })).toBe("not_enough_units");
  });

  test("units are occupied from the setup time before the start", () => {
    const item = { ...one, setupMinutes: 30 };
    expect(codeOf({ item, holds: [lastWeek] })).toBe("not_enough_units");
    const earlier = hold("2025-06-05T13:00:00Z", "2025-06-06T12:30:00Z");
    expect(check({ item, holds: [earlier] })).toMatchObject({
      value: { startAt: new Date("2025-06-06T13:00:00Z"), occupiedFrom: new Date("2025-06-06T12:30:00Z") },
    });
  });

  test("units ignore a rechecked request's own hold", () => {
    const mine = hold("2025-06-06T13:00:00Z", "2025-06-08T22:00:00Z", { id: "mine" });
    expect(codeOf({ item: one, holds: [mine] })).toBe("not_enough_units");
    expect(codeOf({ item: one, holds: [mine], except: "mine" })).toBe("accepted");
  });

  test("units leave one of two for Friday to Sunday when one is booked Friday and one Sunday", () => {
    const holds = [
      hold("2025-06-06T13:00:00Z", "2025-06-06T22:00:00Z"),
      hold("2025-06-08T13:00:00Z", "2025-06-08T22:00:00Z"),
    ];
    expect(codeOf({ item: { quantityTotal: 2 }, holds })).toBe("accepted");
  });
});
