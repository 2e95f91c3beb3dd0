import { describe, expect, test } from "vitest";
import { BOOKING_STATUSES } from "../bookings/statuses.ts";
import { type LocalTime, localDate, localTime, WEEKDAYS, type Weekday } from "../kernel/calendar.ts";
import { HOUR } from "../kernel/duration.ts";
import { instantOf, localTimeOf } from "../kernel/zones.ts";
import {
  clampToWindow,
  type Hours,
  isConfirmedAtDeadline,
  PLAN_KINDS,
  PLAN_RULES,
  type PlanAction,
  type PlanKind,
  type PlanningFacts,
  type Proposal,
  planDays,
  refusalOfTime,
  replyDeadline,
  type Side,
  suggestTimes,
  turnOf,
} from "./planned-times.ts";

const ZONE = "America/New_York";
const at = (day: string, time: string, zone = ZONE) => instantOf(localDate(day), localTime(time), zone);
const NOW = at("2026-11-16", "12:00");

/** Friday to Sunday. */
const [START, END] = [at("2026-11-20", "09:00"), at("2026-11-22", "18:00")];

const proposalOf = (by: Side, time = at("2026-11-20", "10:00")): Proposal => ({
  id: "p1",
  by,
  at: time,
  expiresAt: new Date(NOW.getTime() + 24 * HOUR),
});

const NOTHING = { isConfirmed: false, proposal: null };
const FACTS: PlanningFacts = {
  status: "scheduled",
  startAt: START,
  endAt: END,
  scheduledPickupAt: START,
  scheduledReturnAt: END,
  ownerHandedOverAt: null,
  handoverObjectedAt: null,
  noShowReportedAt: null,
  plans: { pickup: { isConfirmed: true, proposal: null }, return: NOTHING },
};
const withProposal = (
  kind: PlanKind,
  proposal: Proposal | null,
  changes: Partial<PlanningFacts> = {},
): PlanningFacts => {
  const facts = { ...FACTS, ...changes };
  return { ...facts, plans: { ...facts.plans, [kind]: { ...facts.plans[kind], proposal } } };
};
/** Before a first pickup time is confirmed. */
const FIRST = withProposal("pickup", proposalOf("renter"), {
  status: "approved",
  scheduledPickupAt: null,
  scheduledReturnAt: null,
  plans: { pickup: NOTHING, return: NOTHING },
});

const hours = (from: string, to: string, availableDays: readonly Weekday[] = WEEKDAYS): Hours => ({
  window: { from: localTime(from), to: localTime(to) },
  availableDays: new Set(availableDays),
});
const OWNER_HOURS = hours("09:00", "18:00");

const SIDES = ["renter", "owner"] as const;
const ACTIONS = Object.keys(PLAN_RULES) as PlanAction[];

describe("the actions that renter and owner can take on a planned time", () => {
  const SITUATIONS: Record<string, (kind: PlanKind, facts: PlanningFacts) => PlanningFacts> = {
    "no proposal": (_, facts) => facts,
    "the renter's proposal": (kind, facts) => withProposal(kind, proposalOf("renter", START_OR_LATER[kind]), facts),
    "the owner's proposal": (kind, facts) => withProposal(kind, proposalOf("owner", START_OR_LATER[kind]), facts),
  };
  const START_OR_LATER = { pickup: at("2026-11-20", "11:00"), return: at("2026-11-22", "11:00") };
  const allowed = (situation: string) =>
    BOOKING_STATUSES.flatMap((status) =>
      PLAN_KINDS.flatMap((kind) =>
        ACTIONS.flatMap((action) =>
          SIDES.filter((side) =>
            PLAN_RULES[action](SITUATIONS[situation]?.(kind, { ...FACTS, status }) ?? FACTS, kind, side, NOW),
          ).map((side) => `${status} ${kind} ${action} ${side}`),
        ),
      ),
    );
  const rows = (byAction: readonly (readonly [PlanAction, readonly Side[]])[]) =>
    BOOKING_STATUSES.flatMap((status) =>
      PLAN_KINDS.filter((kind) => isPlanned(status, kind)).flatMap((kind) =>
        byAction.flatMap(([action, sides]) => sides.map((side) => `${status} ${kind} ${action} ${side}`)),
      ),
    );
  const isPlanned = (status: string, kind: PlanKind) =>
    ["approved", "scheduled", ...(kind === "return" ? ["in_possession"] : [])].includes(status);

  test.each([
    ["no proposal", [["propose", SIDES]]],
    [
      "the renter's proposal",
      [
        ["propose", ["owner"]],
        ["confirm", ["owner"]],
        ["keep", SIDES],
      ],
    ],
    [
      "the owner's proposal",
      [
        ["propose", ["renter"]],
        ["confirm", ["renter"]],
        ["keep", SIDES],
      ],
    ],
  ] as const)(
    "[PICK-01] the actions that renter and owner can take on a planned time with %s, exactly these actions are possible for each status, kind and side",
    (name, expected) => {
      expect(allowed(name)).toEqual(rows(expected));
    },
  );

  test("[PICK-01] it is the other person's turn to reply, and nobody's without a proposal", () => {
    expect(turnOf({ isConfirmed: false, proposal: proposalOf("renter") })).toBe("owner");
    expect(turnOf({ isConfirmed: true, proposal: proposalOf("owner") })).toBe("renter");
    expect(turnOf(NOTHING)).toBeNull();
  });

  test("[PICK-01] a first pickup time can't be declined, because the booking waits for one", () => {
    expect(PLAN_RULES.keep(FIRST, "pickup")).toBe(false);
  });

  test.each(["ownerHandedOverAt", "handoverObjectedAt", "noShowReportedAt"] as const)(
    "[PICK-01] planning ends with a report before the rental starts (%s)",
    (field) => {
      const facts = { ...FACTS, [field]: NOW };
      for (const kind of PLAN_KINDS) expect(PLAN_RULES.propose(facts, kind, "owner", NOW)).toBe(false);
      expect(PLAN_RULES.propose({ ...facts, status: "in_possession" }, "return", "owner", NOW)).toBe(true);
    },
  );

  test("[PICK-01] no return can be proposed once the rental has ended, and no pickup once it is due back", () => {
    for (const kind of PLAN_KINDS) expect(PLAN_RULES.propose(FACTS, kind, "owner", END)).toBe(false);
  });

  test("[PICK-01] a time that no longer fits the other one can't be confirmed", () => {
    const late = proposalOf("owner", at("2026-11-22", "11:00"));
    const facts = withProposal("pickup", late);
    expect(PLAN_RULES.confirm(facts, "pickup", "renter")).toBe(true);
    const isBackBefore = { ...facts, scheduledReturnAt: at("2026-11-22", "10:00") };
    expect(PLAN_RULES.confirm(isBackBefore, "pickup", "renter")).toBe(false);
  });
});

describe("allowed times", () => {
  const refusal = (kind: PlanKind, by: Side, time: Date, facts = FACTS) =>
    refusalOfTime(facts, { kind, by, at: time, zone: ZONE, ownerHours: OWNER_HOURS, now: NOW });

  test.each<[string, PlanKind, Date, string | null]>([
    ["a pickup within the owner's hours", "pickup", at("2026-11-20", "18:00"), null],
    ["a pickup on a later day", "pickup", at("2026-11-21", "09:00"), null],
    ["a pickup in the past", "pickup", NOW, "time_passed"],
    ["a pickup on the day before", "pickup", at("2026-11-19", "17:00"), "before_first_day"],
    ["a pickup after the return", "pickup", at("2026-11-22", "18:00"), "after_return"],
    ["the confirmed pickup time", "pickup", START, "already_in_force"],
    ["a return on the last day", "return", at("2026-11-22", "17:59"), null],
    ["a return on an earlier day", "return", at("2026-11-21", "12:00"), null],
    ["a return after the end", "return", at("2026-11-22", "18:01"), "after_end"],
    ["a return at the pickup time", "return", START, "before_pickup"],
    ["the end, which is agreed already", "return", END, "already_in_force"],
  ])("[PICK-01] %s: %s at %o is %s", (_, kind, time, expected) => {
    expect(refusal(kind, "renter", time)).toBe(expected);
  });

  test("[PICK-01] only the owner proposes times outside the owner's hours and days", () => {
    const closedOnSaturday = hours("09:00", "18:00", ["friday", "sunday"]);
    for (const time of [at("2026-11-20", "08:59"), at("2026-11-20", "18:01")]) {
      expect([refusal("pickup", "renter", time), refusal("pickup", "owner", time)]).toEqual(["outside_hours", null]);
    }
    const saturday = { kind: "return", at: at("2026-11-21", "12:00"), zone: ZONE, now: NOW } as const;
    const byRenter = { ...saturday, by: "renter", ownerHours: closedOnSaturday } as const;
    expect(refusalOfTime(FACTS, byRenter)).toBe("outside_hours");
    expect(refusalOfTime(FACTS, { ...byRenter, by: "owner" })).toBeNull();
  });

  test("[PICK-01] the owner can't propose a return after the end either, because late fees count from there", () => {
    expect(refusal("return", "owner", at("2026-11-22", "18:30"))).toBe("after_end");
  });

  test("[PICK-01] a reply can't repeat the proposed time, except at another place", () => {
    const facts = withProposal("pickup", proposalOf("renter"));
    const time = { kind: "pickup", by: "owner", zone: ZONE, ownerHours: OWNER_HOURS, now: NOW } as const;
    const repeated = { ...time, at: at("2026-11-20", "10:00") };
    expect(refusalOfTime(facts, repeated)).toBe("already_proposed");
    expect(refusalOfTime(facts, { ...repeated, isOtherPlace: true })).toBeNull();
  });

  test("[PICK-01] a return comes after the proposed pickup while none is confirmed", () => {
    const facts = withProposal("pickup", proposalOf("owner", at("2026-11-21", "12:00")), FIRST);
    expect(refusal("return", "renter", at("2026-11-21", "11:00"), facts)).toBe("before_pickup");
    expect(refusal("return", "renter", at("2026-11-21", "13:00"), facts)).toBeNull();
  });

  test("[PICK-01] hours are read on the wall clock, also on days of 23 and 25 hours", () => {
    const days = [
      ["2026-03-07", "2026-03-08", "14:00:00.000Z", "13:00:00.000Z"],
      ["2026-10-31", "2026-11-01", "13:00:00.000Z", "14:00:00.000Z"],
    ] as const;
    for (const [before, day, openedBefore, opens] of days) {
      const facts = { ...FACTS, startAt: at(before, "09:00"), scheduledPickupAt: null, endAt: at(day, "18:00") };
      const open = { ...facts, scheduledReturnAt: null };
      const time = {
        kind: "pickup",
        by: "renter",
        zone: ZONE,
        ownerHours: OWNER_HOURS,
        now: at(before, "00:00"),
      } as const;
      expect(at(before, "09:00").toISOString()).toBe(`${before}T${openedBefore}`);
      expect(at(day, "09:00").toISOString()).toBe(`${day}T${opens}`);
      expect(refusalOfTime(open, { ...time, at: at(day, "09:00") })).toBeNull();
      expect(refusalOfTime(open, { ...time, at: at(day, "08:59") })).toBe("outside_hours");
      expect(refusalOfTime(open, { ...time, kind: "return", at: at(day, "17:59") })).toBeNull();
    }
  });

  test("[PICK-01] a time skipped by daylight saving means the same time after the change", () => {
    expect(localTimeOf(at("2026-03-08", "02:30"), ZONE)).toBe("03:30");
  });

  test("[PICK-01] days can be chosen from the first one, or today, to the last one", () => {
    expect(planDays(FACTS, ZONE, NOW)).toEqual({ from: "2026-11-20", to: "2026-11-22" });
    expect(planDays(FACTS, ZONE, at("2026-11-21", "23:30"))).toEqual({ from: "2026-11-21", to: "2026-11-22" });
  });
});

describe("a proposal without a reply", () => {
  test.each<[string, PlanKind, Date, Date]>([
    ["a day later when the rental is far away", "pickup", NOW, new Date(NOW.getTime() + 24 * HOUR)],
    ["12 hours before the start", "pickup", at("2026-11-19", "18:00"), at("2026-11-19", "21:00")],
    ["after an hour at least", "pickup", at("2026-11-20", "08:30"), at("2026-11-20", "09:30")],
    ["12 hours before the end for a return", "return", at("2026-11-21", "20:00"), at("2026-11-22", "06:00")],
  ])("[PICK-01] a proposal without a reply is due %s", (_, kind, now, expected) => {
    expect(replyDeadline(FACTS, kind, now)).toEqual(expected);
  });

  test("[PICK-01] a proposal without a reply confirms a first pickup time, and leaves a confirmed pickup and a return as they are", () => {
    expect(isConfirmedAtDeadline(FIRST, "pickup")).toBe(true);
    expect(isConfirmedAtDeadline(FACTS, "pickup")).toBe(false);
    expect([isConfirmedAtDeadline(FIRST, "return"), isConfirmedAtDeadline(FACTS, "return")]).toEqual([false, false]);
  });

  test("[PICK-01] a time is moved into the owner's hours of its day by the wall clock", () => {
    const clamp = (day: string, time: string) => clampToWindow(at(day, time), OWNER_HOURS.window, ZONE);
    expect(clamp("2026-11-20", "03:00")).toEqual(START);
    expect(clamp("2026-11-20", "23:00")).toEqual(at("2026-11-20", "18:00"));
    expect(clamp("2026-11-20", "12:15")).toEqual(at("2026-11-20", "12:15"));
    expect(clamp("2026-03-08", "01:00").toISOString()).toBe("2026-03-08T13:00:00.000Z");
  });
});

describe("suggested times", () => {
  type Options = Partial<Parameters<typeof suggestTimes>[0]>;
  const suggest = (kind: PlanKind, options: Options = {}) =>
    suggestTimes({
      facts: FACTS,
      kind,
      zone: ZONE,
      hours: { owner: OWNER_HOURS, renter: OWNER_HOURS },
      requestedAt: null,
      isFlexible: false,
      now: NOW,
      ...options,
    }).map((instant) => instant.toLocaleString("sv-SE", { timeZone: ZONE }).slice(5, 16));

  test("[PICK-01] suggested times are the closest to the requested time, without the confirmed one", () => {
    expect(suggest("pickup", { requestedAt: at("2026-11-20", "11:00") })).toEqual([
      "11-20 10:00",
      "11-20 10:30",
      "11-20 11:00",
      "11-20 11:30",
    ]);
    expect(suggest("pickup")).toEqual(["11-20 09:30", "11-20 10:00", "11-20 10:30", "11-20 11:00"]);
    expect(suggest("return")).toEqual(["11-22 16:00", "11-22 16:30", "11-22 17:00", "11-22 17:30"]);
  });

  test("[PICK-01] suggested times are spread over the common hours of both people when the renter is flexible", () => {
    const both = { owner: hours("09:00", "18:00"), renter: hours("12:00", "20:00") };
    expect(suggest("pickup", { hours: both, isFlexible: true })).toEqual([
      "11-20 12:00",
      "11-20 14:00",
      "11-20 16:00",
      "11-20 18:00",
    ]);
    const briefly = { owner: hours("09:00", "18:00"), renter: hours("12:00", "12:00") };
    expect(suggest("pickup", { hours: briefly, isFlexible: true })).toEqual(["11-20 12:00"]);
  });

  test("[PICK-01] suggested times use a day on which both are there, or the owner's hours when there is none", () => {
    const weekend = { owner: OWNER_HOURS, renter: hours("10:00", "11:00", ["saturday"]) };
    expect(suggest("pickup", { hours: weekend })).toEqual(["11-21 10:00", "11-21 10:30", "11-21 11:00"]);
    const never = { owner: OWNER_HOURS, renter: hours("19:00", "20:00") };
    expect(suggest("pickup", { hours: never })).toEqual(suggest("pickup"));
  });

  test("[PICK-01] suggested times leave an hour to reply, and move to the next day in the evening", () => {
    expect(suggest("pickup", { now: at("2026-11-20", "16:00") })).toEqual(["11-20 17:30", "11-20 18:00"]);
    expect(suggest("pickup", { now: at("2026-11-20", "17:30") })[0]).toBe("11-21 09:00");
    expect(suggest("return", { now: at("2026-11-22", "17:00") })).toEqual([]);
  });

  test("[PICK-01] every suggestion can be proposed by the renter, on days of 23 and 25 hours too", () => {
    for (const [first, last] of [
      ["2026-03-07", "2026-03-08"],
      ["2026-10-31", "2026-11-01"],
    ] as const) {
      const facts = {
        ...FIRST,
        startAt: at(first, "00:00"),
        endAt: at(last, "23:30"),
        plans: { pickup: NOTHING, return: NOTHING },
      };
      const day = { owner: hours("00:00", "23:30"), renter: hours("00:00", "23:30") };
      const now = at(first, "00:00");
      for (const kind of PLAN_KINDS) {
        const found = suggestTimes({ facts, kind, zone: ZONE, hours: day, requestedAt: null, isFlexible: true, now });
        expect(found).toHaveLength(4);
        for (const time of found) {
          const proposed = { kind, by: "renter", at: time, zone: ZONE, ownerHours: day.owner, now } as const;
          expect(refusalOfTime(facts, proposed)).toBeNull();
          expect(["00", "30"]).toContain((localTimeOf(time, ZONE) as LocalTime).slice(3));
        }
      }
    }
  });
});
