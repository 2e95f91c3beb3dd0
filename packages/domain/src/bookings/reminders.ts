import { extensionToDecide } from "../extensions/extension-rules.ts";
import { DAY, HOUR } from "../kernel/duration.ts";
import { graceEnds, lateFeeOf } from "../late-fees/late-fee-collection.ts";
import { isOpenPlan, PLAN_KINDS, timeInForce, turnOf } from "../planning/planned-times.ts";
import { type ReviewableBooking, reviewWindowOf } from "../reviews/reviews.ts";
import { GRACE_MS, inspectionUntil, JUST_AFTER_MS, plus } from "./deadlines.ts";
import { isUpcoming, meetingAt } from "./scheduled-steps.ts";
import type { BookingSnapshot } from "./snapshot.ts";

/** What the people of a booking are reminded of, each at most once for the same instant. */
export const REMINDER_KINDS = [
  "request",
  "request_soon",
  "pickup_time",
  "return_time",
  "extension",
  "pickup",
  "pickup_soon",
  "return",
  "return_soon",
  "return_due",
  "overdue_2_hours",
  "overdue_1_day",
  "overdue_2_days",
  "overdue_3_days",
  "overdue_4_days",
  "overdue_5_days",
  "overdue_6_days",
  "inspection",
  "review",
  "second_review",
] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

export type Reminder = { readonly kind: ReminderKind; readonly to: "renter" | "owner"; readonly at: Date };

/** Reminders to reply come this long before the deadline, those of a meeting this long before it. */
const BEFORE = {
  request: 6 * HOUR,
  request_soon: HOUR,
  pickup_time: 3 * HOUR,
  return_time: 3 * HOUR,
  extension: 2 * HOUR,
  pickup: DAY,
  pickup_soon: 2 * HOUR,
  return: DAY,
  return_soon: 2 * HOUR,
  inspection: 12 * HOUR,
} as const;

/** At the end of the rental, while returning it is still free. */
const DUE = "return_due";

/** Both are reminded again this long after the grace period. From the seventh day on, the item is considered lost. */
const OVERDUE_AFTER = {
  overdue_2_hours: 2 * HOUR,
  overdue_1_day: DAY,
  overdue_2_days: 2 * DAY,
  overdue_3_days: 3 * DAY,
  overdue_4_days: 4 * DAY,
  overdue_5_days: 5 * DAY,
  overdue_6_days: 6 * DAY,
} as const;

/** People who haven't reviewed are asked to, this long after the return. */
const REVIEW_AFTER = { review: DAY, second_review: 5 * DAY } as const;

const BOTH = ["renter", "owner"] as const;

type Remindable = BookingSnapshot & Pick<ReviewableBooking, "closedAt">;

/** All reminders of a booking as it is now, also those whose time has passed. */
export function remindersOf(snapshot: Remindable): Reminder[] {
  return [...repliesOf(snapshot), ...meetingsOf(snapshot), ...endOf(snapshot)];
}

/**
 * False once what it reminds of, or the next day's notice, has come: no worker was running. Reviews have a window of
 * their own.
 */
export function isInTime({ kind, at }: Pick<Reminder, "kind" | "at">, now: Date): boolean {
  if (kind === "review" || kind === "second_review") return true;
  if (kind === DUE) return now < plus(at, GRACE_MS);
  return now < plus(at, isOverdueKind(kind) ? DAY : BEFORE[kind]);
}

const isOverdueKind = (kind: string): kind is keyof typeof OVERDUE_AFTER => kind in OVERDUE_AFTER;

function remind(kind: keyof typeof BEFORE, to: readonly Reminder["to"][], instant: Date | null): Reminder[] {
  if (instant === null) return [];
  return to.map((person) => ({ kind, to: person, at: plus(instant, -BEFORE[kind]) }));
}

/** Someone waits for a reply. */
function repliesOf(snapshot: Remindable): Reminder[] {
  if (snapshot.status === "pending") {
    const { ownerDecisionDeadline: deadline } = snapshot;
    return [...remind("request", ["owner"], deadline), ...remind("request_soon", ["owner"], deadline)];
  }
  const times = PLAN_KINDS.flatMap((kind) => {
    const turn = turnOf(snapshot.plans[kind]);
    const isWaiting = turn !== null && isOpenPlan(snapshot, kind);
    return isWaiting ? remind(`${kind}_time`, [turn], snapshot.plans[kind].proposal?.expiresAt ?? null) : [];
  });
  return [...times, ...remind("extension", ["owner"], extensionToDecide(snapshot)?.expiresAt ?? null)];
}

/** A food truck's crew needs no reminder of when serving ends. */
function meetingsOf(snapshot: Remindable): Reminder[] {
  if (isUpcoming(snapshot)) {
    const pickupAt = isOpenPlan(snapshot, "pickup") ? meetingAt(snapshot) : null;
    return [...remind("pickup", BOTH, pickupAt), ...remind("pickup_soon", BOTH, pickupAt)];
  }
  if (snapshot.status !== "in_possession" || snapshot.isFoodTruck) return [];
  if (snapshot.rentalStatus === "overdue") return overdueOf(snapshot);
  const returnAt = timeInForce(snapshot, "return");
  return [...remind("return", BOTH, returnAt), ...remind("return_soon", BOTH, returnAt), ...dueOf(snapshot)];
}

/** Without a grace period, the overdue notice comes at once. */
const dueOf = (snapshot: Remindable): Reminder[] =>
  graceEnds(snapshot) > snapshot.endAt ? BOTH.map((to) => ({ kind: DUE, to, at: snapshot.endAt })) : [];

/** A day on which the late fee grows has a notice already. */
function overdueOf(snapshot: Remindable): Reminder[] {
  const feeAt = (at: Date) => lateFeeOf(snapshot, at)?.cappedCents ?? 0;
  return Object.keys(OVERDUE_AFTER)
    .filter(isOverdueKind)
    .flatMap((kind) => {
      const at = plus(graceEnds(snapshot), OVERDUE_AFTER[kind] + JUST_AFTER_MS);
      const isAnnounced = OVERDUE_AFTER[kind] >= DAY && feeAt(at) > feeAt(plus(at, -DAY));
      return isAnnounced ? [] : BOTH.map((to) => ({ kind, to, at }));
    });
}

function endOf(snapshot: Remindable): Reminder[] {
  const { status, returnedAt, isFoodTruck } = snapshot;
  const isInspected = status === "return_submitted" && returnedAt !== null && !isFoodTruck;
  return [...(isInspected ? remind("inspection", ["owner"], inspectionUntil(snapshot)) : []), ...reviewsOf(snapshot)];
}

function reviewsOf(snapshot: Remindable): Reminder[] {
  const opensAt = reviewWindowOf(snapshot)?.opensAt;
  if (!opensAt) return [];
  return (["review", "second_review"] as const).flatMap((kind) =>
    BOTH.map((to) => ({ kind, to, at: plus(opensAt, REVIEW_AFTER[kind]) })),
  );
}
