import { describe, expect, test } from "vitest";
import { hold, ITEM, NEW_YORK, OWNER } from "../bookings/availability.fixture.ts";
import type { ExtensionFacts, PaymentFacts } from "../bookings/snapshot.ts";
import { BOOKING_STATUSES } from "../bookings/statuses.ts";
import { BOOKING_ACTORS } from "../bookings/transitions.ts";
import { localDate } from "../kernel/calendar.ts";
import { HOUR, MINUTE } from "../kernel/duration.ts";
import { type ExtensionInput, extensionOptions, MAX_EXTENSION_DAYS } from "./extension-dates.ts";
import { draftExpiresAt, EXTENSION_RULES, refusalOfAsking, refusalOfExtension } from "./extension-rules.ts";
import {
  EXTENSION_STATUSES,
  EXTENSION_TRANSITIONS,
  type ExtensionEvent,
  type ExtensionStatus,
  extensionStatusAfter,
} from "./extension-transitions.ts";

type ExtendableBooking = Parameters<typeof refusalOfAsking>[0];

const NOW = new Date("2026-06-20T12:00:00Z");
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

const PAYMENT: PaymentFacts = {
  id: "payment",
  kind: "extension",
  status: "authorized",
  authExpiresAt: inHours(160),
  authorizedCents: 5_000,
  capturedCents: 0,
  refundedCents: 0,
  refundRetryAt: null,
  isBusy: false,
  isRefused: false,
  isLapsed: false,
  capturedAt: null,
};

const extension = (status: ExtensionStatus, payment: Partial<PaymentFacts> = {}): ExtensionFacts => ({
  id: "extension",
  status,
  expiresAt: inHours(20),
  payment: { ...PAYMENT, ...payment },
});

const RENTAL: ExtendableBooking = {
  status: "in_possession",
  paymentStatus: "captured",
  endAt: inHours(48),
  hasChargeback: false,
  isDepositSecured: true,
  hasSuspendedAccount: false,
  isPairBlocked: false,
  isFoodTruck: false,
  isInstant: false,
  extensions: [],
  returns: [],
};

const EVENTS = Object.keys(EXTENSION_TRANSITIONS) as ExtensionEvent[];

test("[EXT-01] the table lists exactly the transitions of an extension that are possible for each status, event and actor", () => {
  const possible = EXTENSION_STATUSES.flatMap((status) =>
    EVENTS.flatMap((event) =>
      BOOKING_ACTORS.filter((actor) => extensionStatusAfter(status, event, actor)).map(
        (actor) => `${status} ${event} ${actor} ${extensionStatusAfter(status, event, actor)}`,
      ),
    ),
  );
  expect(possible).toEqual([
    "draft request system requested",
    "draft expire system expired",
    "draft withdraw renter withdrawn",
    "requested approve owner approved",
    "requested approve system approved",
    "requested decline owner declined",
    "requested decline system declined",
    "requested expire system expired",
    "requested withdraw renter withdrawn",
    "requested withdraw system withdrawn",
  ]);
});

describe("[EXT-01] asking for more days", () => {
  test("asking for more days is possible while the item is with the renter, in no other status", () => {
    const possible = BOOKING_STATUSES.filter((status) => refusalOfAsking({ ...RENTAL, status }, NOW) === null);
    expect(possible).toEqual(["in_possession"]);
  });

  test.each<[string, Partial<ExtendableBooking>, string | null]>([
    ["two hours before the end", { endAt: inHours(2) }, null],
    ["later than that", { endAt: inHours(1.9) }, "too_late"],
    ["by a renter who is late", { endAt: inHours(-1) }, "too_late"],
    ["of a food truck", { isFoodTruck: true }, "food_truck"],
    ["with a suspended account", { hasSuspendedAccount: true }, "account_suspended"],
    ["with a block between the two", { isPairBlocked: true }, "unavailable"],
    ["while a bank disputes a payment", { hasChargeback: true }, "payment_disputed"],
    ["after a chargeback", { paymentStatus: "charged_back" }, "payment_disputed"],
    [
      "after a chargeback of an extension",
      { extensions: [extension("approved", { status: "charged_back" })] },
      "payment_disputed",
    ],
    ["without the deposit", { isDepositSecured: false }, "deposit_missing"],
    ["while the owner decides", { extensions: [extension("requested")] }, "already_requested"],
    ["with an unpaid draft", { extensions: [extension("draft")] }, null],
    ["after an approved and a declined one", { extensions: [extension("approved"), extension("declined")] }, null],
  ])("%s", (_, changes, refusal) => {
    expect(refusalOfAsking({ ...RENTAL, ...changes }, NOW)).toBe(refusal);
  });

  test("asking for more days leaves 30 minutes to pay, but never past one hour before the end", () => {
    expect(draftExpiresAt(inHours(48), NOW)).toEqual(new Date(NOW.getTime() + 30 * MINUTE));
    expect(draftExpiresAt(inHours(1.25), NOW)).toEqual(inHours(0.25));
  });
});

describe("[EXT-01] deciding on an extension", () => {
  const refusal = (
    event: ExtensionEvent,
    actor: "renter" | "owner" | "system",
    changes: Partial<ExtensionFacts> = {},
  ) => refusalOfExtension(RENTAL, { ...extension("requested"), ...changes }, { event, actor, now: NOW });

  test("deciding on an extension is the owner's until the deadline, and only with a valid authorization", () => {
    expect(refusal("approve", "owner")).toBeNull();
    expect(refusal("decline", "owner")).toBeNull();
    expect(refusal("approve", "renter")).toBe("not_yours");
    expect(refusal("approve", "owner", { status: "withdrawn" })).toBe("not_from_here");
    expect(refusal("approve", "owner", { expiresAt: NOW })).toBe("request_expired");
    expect(refusal("decline", "owner", { expiresAt: NOW })).toBe("request_expired");
    expect(refusal("approve", "owner", { payment: { ...PAYMENT, authExpiresAt: NOW } })).toBe("not_authorized");
    expect(refusal("approve", "owner", { payment: { ...PAYMENT, status: "canceled" } })).toBe("not_authorized");
  });

  test("deciding on an extension isn't possible once the rental can't be extended", () => {
    const returned = { ...RENTAL, status: "return_submitted" as const };
    const attempt = { event: "approve", actor: "owner", now: NOW } as const;
    expect(refusalOfExtension(returned, extension("requested"), attempt)).toBe("not_in_possession");
  });
});

test.each<[string, Partial<ExtendableBooking>, string[]]>([
  ["a paid draft goes to the owner", { extensions: [extension("draft")] }, ["request_extension"]],
  ["an unpaid draft waits", { extensions: [extension("draft", { status: "awaiting_payment" })] }, []],
  [
    "an unpaid draft expires",
    { extensions: [{ ...extension("draft", { status: "awaiting_payment" }), expiresAt: NOW }] },
    ["expire_extension"],
  ],
  [
    "a draft paid within the last hour expires",
    { endAt: inHours(1), extensions: [{ ...extension("draft"), expiresAt: NOW }] },
    ["expire_extension"],
  ],
  ["a request waits for the owner", { extensions: [extension("requested")] }, []],
  [
    "a listing with instant booking approves",
    { isInstant: true, extensions: [extension("requested")] },
    ["approve_extension"],
  ],
  [
    "a request expires at its deadline, also with instant booking",
    { isInstant: true, extensions: [{ ...extension("requested"), expiresAt: NOW }] },
    ["expire_extension"],
  ],
  ["a return ends a request", { status: "return_submitted", extensions: [extension("requested")] }, ["end_extension"]],
  [
    "a suspension ends a request",
    { hasSuspendedAccount: true, extensions: [extension("requested")] },
    ["end_extension"],
  ],
  ["a dispute ends a request", { hasChargeback: true, extensions: [extension("requested")] }, ["end_extension"]],
  ["an approved extension is captured", { extensions: [extension("approved")] }, ["capture_extension"]],
  [
    "an approved extension is captured after the return, too",
    { status: "closed", extensions: [extension("approved")] },
    ["capture_extension"],
  ],
  ["a capture under way isn't repeated", { extensions: [extension("approved", { isBusy: true })] }, []],
  ["a declined extension is voided", { extensions: [extension("declined")] }, ["void_extension"]],
  ["an expired extension is voided", { extensions: [extension("expired")] }, ["void_extension"]],
  ["a withdrawn extension is voided", { extensions: [extension("withdrawn")] }, ["void_extension"]],
  [
    "an abandoned payment is voided",
    { extensions: [extension("withdrawn", { status: "action_required" })] },
    ["void_extension"],
  ],
  ["a voided payment stays as it is", { extensions: [extension("expired", { status: "canceled" })] }, []],
])("[EXT-01] %s", (_, changes, steps) => {
  const rental = { ...RENTAL, ...changes };
  const due = Object.entries(EXTENSION_RULES).flatMap(([step, rule]) => (rule(rental, NOW) ? [step] : []));
  expect(due).toEqual(steps);
});

/** Friday to Sunday, due at 6 PM. */
const own = hold("2025-06-06T13:00:00Z", "2025-06-08T22:00:00Z", { id: "own" });
const INPUT: ExtensionInput = {
  item: { ...ITEM, quantityTotal: 1, turnaroundMinutes: 24 * 60 },
  owner: OWNER,
  rental: {
    startDate: localDate("2025-06-06"),
    endDate: localDate("2025-06-08"),
    endAt: own.endAt,
    timezone: NEW_YORK,
    quantity: 1,
  },
  ownHold: own,
  holds: [own],
  now: new Date("2025-06-07T12:00:00Z"),
};
/** The next renter picks it up on Thursday morning, so it must be back by Wednesday morning. */
const NEXT = hold("2025-06-12T13:00:00Z", "2025-06-14T22:00:00Z");

describe("[EXT-01] the days to which a rental can be extended", () => {
  test("the days to which a rental can be extended end before the next renter's pickup and the turnaround", () => {
    const { ends, limit } = extensionOptions({ ...INPUT, holds: [own, NEXT] });
    expect(ends.map(({ endDate, addedDays }) => [endDate, addedDays])).toEqual([
      ["2025-06-09", 1],
      ["2025-06-10", 2],
    ]);
    expect(limit).toEqual({ endDate: "2025-06-11", code: "not_enough_units" });
  });

  test("the days to which a rental can be extended are days on which the owner takes returns", () => {
    const owner = { availableDays: new Set(["tuesday", "thursday"] as const) };
    const { ends, limit } = extensionOptions({ ...INPUT, owner, item: { ...INPUT.item, maxRentalDays: 10 } });
    expect(ends.map(({ endDate }) => endDate)).toEqual(["2025-06-10", "2025-06-12"]);
    expect(limit).toEqual({ endDate: "2025-06-16", code: "rental_too_long" });
  });

  test("the days to which a rental can be extended are at most 30 at once", () => {
    const { ends, limit } = extensionOptions(INPUT);
    expect(ends).toHaveLength(MAX_EXTENSION_DAYS);
    expect(limit).toBeNull();
  });

  test("the days to which a rental can be extended are at most 365 with the days before, unless the owner allows fewer", () => {
    const rental = { ...INPUT.rental, startDate: localDate("2024-06-09") };
    const { ends, limit } = extensionOptions({ ...INPUT, rental: { ...rental, endDate: localDate("2025-06-06") } });
    expect(ends.map(({ endDate }) => endDate)).toEqual(["2025-06-07", "2025-06-08"]);
    expect(limit).toEqual({ endDate: "2025-06-09", code: "rental_too_long" });
  });

  test("the days to which a rental can be extended are none for an item that isn't offered anymore", () => {
    const paused = { ...INPUT, item: { ...INPUT.item, isAvailable: false } };
    expect(extensionOptions(paused)).toMatchObject({ ends: [], limit: { code: "item_unavailable" } });
  });

  test("the days to which a rental can be extended keep the time of day when daylight saving ends", () => {
    const endAt = new Date("2025-11-01T22:00:00Z");
    const rental = { ...INPUT.rental, startDate: localDate("2025-10-31"), endDate: localDate("2025-11-01"), endAt };
    const { ends } = extensionOptions({ ...INPUT, rental, holds: [] });
    expect(ends[0]).toMatchObject({ endDate: "2025-11-02", endAt: new Date("2025-11-02T23:00:00Z") });
  });
});
