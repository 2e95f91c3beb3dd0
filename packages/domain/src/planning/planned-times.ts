import { plus } from "../bookings/deadlines.ts";
import type { BookingStatus } from "../bookings/statuses.ts";
import { addDays, dayOfWeek, type LocalDate, type LocalTime, localTime, type Weekday } from "../kernel/calendar.ts";
import { HOUR } from "../kernel/duration.ts";
import { instantOf, localDateOf, localTimeOf } from "../kernel/zones.ts";

/** The two times that renter and owner agree on. */
export const PLAN_KINDS = ["pickup", "return"] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

export type Side = "renter" | "owner";

export type Proposal = { readonly id: string; readonly by: Side; readonly at: Date; readonly expiresAt: Date };
export type Plan = { readonly isConfirmed: boolean; readonly proposal: Proposal | null };

/** The facts that the rules of planning depend on. */
export type PlanningFacts = {
  readonly status: BookingStatus;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly scheduledPickupAt: Date | null;
  readonly scheduledReturnAt: Date | null;
  readonly ownerHandedOverAt: Date | null;
  readonly handoverObjectedAt: Date | null;
  readonly noShowReportedAt: Date | null;
  readonly plans: Readonly<Record<PlanKind, Plan>>;
};

/** When a person is usually there for a handoff. Both ends of the window are inclusive. */
export type Hours = {
  readonly window: { readonly from: LocalTime; readonly to: LocalTime };
  readonly availableDays: ReadonlySet<Weekday>;
};

const STATUSES: Readonly<Record<PlanKind, readonly BookingStatus[]>> = {
  pickup: ["approved", "scheduled"],
  return: ["approved", "scheduled", "in_possession"],
};

/** The handoff or return is still to come, and nobody reported a handoff or a no-show that is not settled. */
export const isOpenPlan = (facts: PlanningFacts, kind: PlanKind): boolean =>
  STATUSES[kind].includes(facts.status) &&
  (facts.status === "in_possession" ||
    (facts.ownerHandedOverAt === null && facts.handoverObjectedAt === null && facts.noShowReportedAt === null));

/** The person who has to reply; null while no proposal is open and both may make one. */
export function turnOf({ proposal }: Plan): Side | null {
  if (proposal === null) return null;
  return proposal.by === "renter" ? "owner" : "renter";
}

/** The time that counts now. A return is due at the end of the rental until an earlier time is confirmed. */
export const timeInForce = (facts: PlanningFacts, kind: PlanKind): Date | null =>
  kind === "pickup" ? facts.scheduledPickupAt : (facts.scheduledReturnAt ?? facts.endAt);

/** The return comes after this time. */
const pickupTime = ({ scheduledPickupAt, plans, startAt }: PlanningFacts): Date =>
  scheduledPickupAt ?? plans.pickup.proposal?.at ?? startAt;

const returnTime = ({ scheduledReturnAt, endAt }: PlanningFacts): Date => scheduledReturnAt ?? endAt;

/** The item is picked up before it is returned, and returned by the end: late fees count from there. */
const isInOrder = (facts: PlanningFacts, kind: PlanKind, at: Date): boolean =>
  kind === "pickup" ? at < returnTime(facts) : at > pickupTime(facts) && at <= facts.endAt;

type PlanRule = (facts: PlanningFacts, kind: PlanKind, side: Side, now: Date) => boolean;

/** The actions a person may take on a time. A counterproposal is a proposal while another one is open. */
export const PLAN_RULES = {
  propose: (facts, kind, side, now) => {
    const turn = turnOf(facts.plans[kind]);
    const isTimeLeft = now < (kind === "pickup" ? returnTime(facts) : facts.endAt);
    return isOpenPlan(facts, kind) && isTimeLeft && (turn === null || turn === side);
  },
  confirm: (facts, kind, side) => {
    const { proposal } = facts.plans[kind];
    const isTurn = turnOf(facts.plans[kind]) === side;
    return isOpenPlan(facts, kind) && proposal !== null && isTurn && isInOrder(facts, kind, proposal.at);
  },
  /** Ends a proposal to move the time: one side declines it, the other side withdraws it. */
  keep: (facts, kind) =>
    isOpenPlan(facts, kind) && facts.plans[kind].proposal !== null && timeInForce(facts, kind) !== null,
} satisfies Record<string, PlanRule>;

export type PlanAction = keyof typeof PLAN_RULES;

/** Without a reply a first pickup time is confirmed, because the booking waits for it. A moved time lapses. */
export const isConfirmedAtDeadline = (facts: PlanningFacts, kind: PlanKind): boolean =>
  timeInForce(facts, kind) === null;

const REPLY_HOURS = 24;
const REPLY_BEFORE_RENTAL_HOURS = 12;
const MIN_REPLY_HOURS = 1;

/** The time to reply ends well before the rental's start or end, but is never too short to notice the proposal. */
export function replyDeadline({ startAt, endAt }: Pick<PlanningFacts, "startAt" | "endAt">, kind: PlanKind, now: Date) {
  const event = kind === "pickup" ? startAt : endAt;
  const earliest = plus(now, MIN_REPLY_HOURS * HOUR).getTime();
  const beforeRental = plus(event, -REPLY_BEFORE_RENTAL_HOURS * HOUR).getTime();
  return new Date(Math.min(plus(now, REPLY_HOURS * HOUR).getTime(), Math.max(earliest, beforeRental)));
}

type ProposedTime = {
  readonly kind: PlanKind;
  readonly at: Date;
  readonly by: Side;
  readonly zone: string;
  readonly ownerHours: Hours;
  readonly now: Date;
  /** A meetup can move to another place at the same time. */
  readonly isOtherPlace?: boolean;
};

const isWithin = (at: Date, { window, availableDays }: Hours, zone: string): boolean => {
  const time = localTimeOf(at, zone);
  return window.from <= time && time <= window.to && availableDays.has(dayOfWeek(localDateOf(at, zone)));
};

/** Reasons in the order they are checked. Days and hours are read on the clocks of the item's time zone. */
const TIME_REFUSALS = {
  time_passed: (_, { at, now }) => at <= now,
  before_first_day: ({ startAt }, { kind, at, zone }) =>
    kind === "pickup" && localDateOf(at, zone) < localDateOf(startAt, zone),
  after_return: (facts, { kind, at }) => kind === "pickup" && at >= returnTime(facts),
  before_pickup: (facts, { kind, at }) => kind === "return" && at <= pickupTime(facts),
  after_end: ({ endAt }, { kind, at }) => kind === "return" && at > endAt,
  already_proposed: ({ plans }, { kind, at, isOtherPlace }) =>
    !isOtherPlace && plans[kind].proposal?.at.getTime() === at.getTime(),
  already_in_force: (facts, { kind, at, isOtherPlace }) =>
    !isOtherPlace && timeInForce(facts, kind)?.getTime() === at.getTime(),
  outside_hours: (_, { at, by, ownerHours, zone }) => by !== "owner" && !isWithin(at, ownerHours, zone),
} satisfies Record<string, (facts: PlanningFacts, time: ProposedTime) => boolean>;

export type TimeRefusal = keyof typeof TIME_REFUSALS;

/** Why a time can't be proposed; null if it can. */
export const refusalOfTime = (facts: PlanningFacts, time: ProposedTime): TimeRefusal | null =>
  (Object.keys(TIME_REFUSALS) as TimeRefusal[]).find((code) => TIME_REFUSALS[code](facts, time)) ?? null;

/** The nearest time within the window on the same day. */
export function clampToWindow(at: Date, { from, to }: Hours["window"], zone: string): Date {
  const day = localDateOf(at, zone);
  const [opening, closing] = [instantOf(day, from, zone), instantOf(day, to, zone)];
  if (at < opening) return opening;
  return at > closing ? closing : at;
}

/** The days on which a time can be chosen, oldest first. */
export const planDays = ({ startAt, endAt }: PlanningFacts, zone: string, now: Date) => {
  const [first, today] = [localDateOf(startAt, zone), localDateOf(now, zone)];
  return { from: today > first ? today : first, to: localDateOf(endAt, zone) };
};

type SuggestionInput = {
  readonly facts: PlanningFacts;
  readonly kind: PlanKind;
  readonly zone: string;
  readonly hours: Readonly<Record<Side, Hours>>;
  /** The time requested at checkout. */
  readonly requestedAt: Date | null;
  readonly isFlexible: boolean;
  readonly now: Date;
};

const MAX_SUGGESTIONS = 4;
/** Rentals can last for months. */
const MAX_DAYS = 14;
const HALF_HOURS: readonly LocalTime[] = Array.from({ length: 48 }, (_, half) =>
  localTime(`${String(Math.floor(half / 2)).padStart(2, "0")}:${half % 2 === 0 ? "00" : "30"}`),
);

/**
 * Times that suit both people, oldest first: on the first day of the rental for a pickup, on the last one for a return,
 * or on the nearest day that has any. A flexible renter gets times spread over the day, others the ones closest to
 * the requested time.
 */
export function suggestTimes(input: SuggestionInput): Date[] {
  const { facts, kind, hours, requestedAt, isFlexible } = input;
  const target = requestedAt ?? (kind === "pickup" ? facts.startAt : facts.endAt);
  for (const people of [[hours.owner, hours.renter], [hours.owner]]) {
    for (const day of daysOf(input)) {
      const times = timesOn(day, people, input);
      if (times.length > 0) return isFlexible ? spread(times) : closest(times, target);
    }
  }
  return [];
}

/** The days closest to the start of the rental, or to its end for a return. */
function daysOf({ facts, kind, zone, now }: SuggestionInput): LocalDate[] {
  const { from, to } = planDays(facts, zone, now);
  const days: LocalDate[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return (kind === "pickup" ? days : days.reverse()).slice(0, MAX_DAYS);
}

/** When all these people are there. Leaves the other person an hour to reply. */
function timesOn(day: LocalDate, people: readonly Hours[], { facts, kind, zone, hours, now }: SuggestionInput): Date[] {
  if (!people.every(({ availableDays }) => availableDays.has(dayOfWeek(day)))) return [];
  const times = HALF_HOURS.filter((time) => people.every(({ window }) => window.from <= time && time <= window.to));
  // A time skipped by daylight saving is the same instant as a later one.
  const instants = new Set(times.map((time) => instantOf(day, time, zone).getTime()));
  const proposed = { kind, by: "renter", zone, ownerHours: hours.owner, now: plus(now, HOUR) } as const;
  return [...instants]
    .map((instant) => new Date(instant))
    .filter((at) => refusalOfTime(facts, { ...proposed, at }) === null);
}

function spread(times: readonly Date[]): Date[] {
  const count = Math.min(MAX_SUGGESTIONS, times.length);
  const step = count > 1 ? (times.length - 1) / (count - 1) : 0;
  return Array.from({ length: count }, (_, index) => times[Math.round(index * step)] as Date);
}

const closest = (times: readonly Date[], target: Date): Date[] =>
  times
    .toSorted((a, b) => distance(a, target) - distance(b, target))
    .slice(0, MAX_SUGGESTIONS)
    .toSorted((a, b) => a.getTime() - b.getTime());

const distance = (a: Date, b: Date) => Math.abs(a.getTime() - b.getTime());

/** A stored proposal or confirmed time. Lists of them are newest first. */
type StoredTime = { kind: PlanKind; status: string; proposedBy: string; confirmedAt: Date | null };

const LIVE: ReadonlySet<string> = new Set(["proposed", "confirmed", "completed"]);

/** The open proposal, or else the time in force. */
export const livePlan = <Row extends StoredTime>(times: readonly Row[], kind: PlanKind): Row | undefined =>
  times.find((row) => row.kind === kind && LIVE.has(row.status));

/** The proposal that this one answered: the one just before it, if the other person made it. */
export function answeredBy<Row extends StoredTime>(times: readonly Row[], proposal: Row): Row | null {
  const ofKind = times.filter(({ kind }) => kind === proposal.kind);
  const before = ofKind[ofKind.indexOf(proposal) + 1];
  const isAnswered = before?.status === "superseded" && before.confirmedAt === null;
  return isAnswered && before.proposedBy !== proposal.proposedBy ? before : null;
}
