import { extensionToDecide } from "../extensions/extension-rules.ts";
import { DAY, HOUR } from "../kernel/duration.ts";
import { isOpenPlan, PLAN_KINDS, timeInForce, turnOf } from "../planning/planned-times.ts";
import { type ReviewableBooking, reviewWindowOf } from "../reviews/reviews.ts";
import { INSPECTION_MS, plus } from "./deadlines.ts";
import { isUpcoming, meetingAt } from "./scheduled-steps.ts";
import type { BookingSnapshot } from "./snapshot.ts";

/** What the people of a booking are reminded of, each at most once for the same instant. */
export const REMINDER_KINDS = [
  "request",
  "pickup_time",
  "return_time",
  "extension",
  "pickup",
  "return",
  "return_soon",
  "inspection",
  "review",
  "second_review",
] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

export type Reminder = { readonly kind: ReminderKind; readonly to: "renter" | "owner"; readonly at: Date };

/** Reminders to reply come this long before the deadline, those of a meeting this long before it. */
const BEFORE = {
  request: 6 * HOUR,
  pickup_time: 3 * HOUR,
  return_time: 3 * HOUR,
  extension: 2 * HOUR,
  pickup: DAY,
  return: DAY,
  return_soon: 2 * HOUR,
  inspection: 12 * HOUR,
} as const;

/** People who haven't reviewed are asked to, this long after the return. */
const REVIEW_AFTER = { review: DAY, second_review: 5 * DAY } as const;

const BOTH = ["renter", "owner"] as const;

type Remindable = BookingSnapshot & Pick<ReviewableBooking, "closedAt">;

/** All reminders of a booking as it is now, also those whose time has passed. */
export function remindersOf(snapshot: Remindable): Reminder[] {
  return [...repliesOf(snapshot), ...meetingsOf(snapshot), ...endOf(snapshot)];
}

/** False once what it reminds of has passed: no worker was running. Reviews have a window of their own. */
export const isInTime = ({ kind, at }: Pick<Reminder, "kind" | "at">, now: Date): boolean =>
  kind === "review" || kind === "second_review" || now < plus(at, BEFORE[kind]);

function remind(kind: keyof typeof BEFORE, to: readonly Reminder["to"][], instant: Date | null): Reminder[] {
  if (instant === null) return [];
  return to.map((person) => ({ kind, to: person, at: plus(instant, -BEFORE[kind]) }));
}

/** Someone waits for a reply. */
function repliesOf(snapshot: Remindable): Reminder[] {
  if (snapshot.status === "pending") return remind("request", ["owner"], snapshot.ownerDecisionDeadline);
  const times = PLAN_KINDS.flatMap((kind) => {
    const turn = turnOf(snapshot.plans[kind]);
    const isWaiting = turn !== null && isOpenPlan(snapshot, kind);
    return isWaiting ? remind(`${kind}_time`, [turn], snapshot.plans[kind].proposal?.expiresAt ?? null) : [];
  });
  return [...times, ...remind("extension", ["owner"], extensionToDecide(snapshot)?.expiresAt ?? null)];
}

/** A food truck's crew needs no reminder of when serving ends. */
function meetingsOf(snapshot: Remindable): Reminder[] {
  if (isUpcoming(snapshot)) return isOpenPlan(snapshot, "pickup") ? remind("pickup", BOTH, meetingAt(snapshot)) : [];
  if (snapshot.status !== "in_possession" || snapshot.isFoodTruck) return [];
  const returnAt = timeInForce(snapshot, "return");
  return [...remind("return", BOTH, returnAt), ...remind("return_soon", ["renter"], returnAt)];
}

function endOf(snapshot: Remindable): Reminder[] {
  const { status, returnedAt, isFoodTruck } = snapshot;
  const isInspected = status === "return_submitted" && returnedAt !== null && !isFoodTruck;
  return [
    ...(isInspected ? remind("inspection", ["owner"], plus(returnedAt, INSPECTION_MS)) : []),
    ...reviewsOf(snapshot),
  ];
}

function reviewsOf(snapshot: Remindable): Reminder[] {
  const opensAt = reviewWindowOf(snapshot)?.opensAt;
  if (!opensAt) return [];
  return (["review", "second_review"] as const).flatMap((kind) =>
    BOTH.map((to) => ({ kind, to, at: plus(opensAt, REVIEW_AFTER[kind]) })),
  );
}
