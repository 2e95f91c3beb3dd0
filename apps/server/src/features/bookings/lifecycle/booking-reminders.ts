import { inspectionUntil } from "@nexby/domain/bookings/deadlines";
import {
  isInTime,
  REMINDER_KINDS,
  type Reminder,
  type ReminderKind,
  remindersOf,
} from "@nexby/domain/bookings/reminders";
import { meetingAt } from "@nexby/domain/bookings/scheduled-steps";
import type { BookingSnapshot } from "@nexby/domain/bookings/snapshot";
import { extensionToDecide } from "@nexby/domain/extensions/extension-rules";
import { graceEnds } from "@nexby/domain/late-fees/late-fee-collection";
import { type PlanKind, timeInForce } from "@nexby/domain/planning/planned-times";
import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { namedStatement } from "../../../platform/db/statements.ts";
import type { JobHandler } from "../../../platform/jobs/job.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { bookingReminders } from "../../../schema/rentals.ts";
import { lockBooking } from "../bookings.queries.ts";
import { dailyFeeOf, notifyAbout } from "./booking-notifications.ts";
import { loadFacts, snapshotOf, timeOf } from "./booking-state.ts";
import { overdueFacts } from "./overdue.ts";

export const SEND_REMINDERS = "send_reminders";
/** Its handler belongs to reviews, which know who has written one. */
const REMIND_OF_REVIEW = "remind_of_review";
/** What happens when people are to be reminded of a review. */
export const onReviewReminder = (handler: JobHandler) => ({ [REMIND_OF_REVIEW]: handler });

const REVIEW_KINDS: readonly ReminderKind[] = ["review", "second_review"];
const OTHER_KINDS = REMINDER_KINDS.filter((kind) => !REVIEW_KINDS.includes(kind));
const jobOf = ({ kind }: Reminder) => (REVIEW_KINDS.includes(kind) ? REMIND_OF_REVIEW : SEND_REMINDERS);

/**
 * Stores upcoming reminders, moves those with a new time, and drops those that no longer apply. Returns the jobs
 * to schedule, one per instant.
 */
export async function planReminders(tx: Db, booking: Booking, snapshot: BookingSnapshot, now: Date) {
  const planned = remindersOf({ ...snapshot, closedAt: booking.closedAt });
  // Most checkouts end before the owner learns of them.
  if (planned.length === 0 && booking.status === "pending") return [];
  await plan(tx, { bookingId: booking.id, planned: JSON.stringify(planned), now });
  return planned.filter(({ at }) => at > now).map((reminder) => ({ job: jobOf(reminder), at: reminder.at }));
}

/** A reminder that was sent is sent again only if its time moved to a later one. */
const plan = namedStatement(
  "plan_reminders",
  sql`
  with planned as (
    select kind, "to" as recipient, at as due_at
    from jsonb_to_recordset(${sql.placeholder("planned")}::jsonb) as reminder(kind text, "to" text, at timestamptz)
  ), dropped as (
    delete from booking_reminders old
    where booking_id = ${sql.placeholder("bookingId")} and sent_at is null and not exists (
      select from planned
      where planned.kind = old.kind and planned.recipient = old.recipient
        and (planned.due_at = old.due_at or planned.due_at > ${sql.placeholder("now")}))
  )
  insert into booking_reminders (booking_id, kind, recipient, due_at)
  select ${sql.placeholder("bookingId")}, kind, recipient, due_at from planned
  where due_at > ${sql.placeholder("now")}
  on conflict (booking_id, kind, recipient) do update set due_at = excluded.due_at, sent_at = null
  where booking_reminders.due_at <> excluded.due_at`,
);

type Taken = Pick<typeof bookingReminders.$inferSelect, "kind" | "recipient" | "dueAt">;

const COLUMNS = { kind: bookingReminders.kind, recipient: bookingReminders.recipient, dueAt: bookingReminders.dueAt };

/** Marks what is due as sent. */
const takeDue = (tx: Db, bookingId: string, kinds: readonly ReminderKind[]): Promise<Taken[]> =>
  tx
    .update(bookingReminders)
    .set({ sentAt: sql`app_now()` })
    .where(
      and(
        eq(bookingReminders.bookingId, bookingId),
        isNull(bookingReminders.sentAt),
        lte(bookingReminders.dueAt, sql`app_now()`),
        inArray(bookingReminders.kind, kinds),
      ),
    )
    .returning(COLUMNS);

/** The users to remind to review now. Two reminders that are due together become one. */
export async function takeReviewReminders(tx: Db, bookingId: string): Promise<Taken["recipient"][]> {
  const taken = await takeDue(tx, bookingId, REVIEW_KINDS);
  return [...new Set(taken.map(({ recipient }) => recipient))];
}

/** Several reminders of a booking can be due at once. Those that no longer apply or come too late are not sent. */
export const sendReminders: JobHandler = {
  inTransaction: async (tx, { entityId }) => {
    const booking = await lockBooking(tx, entityId);
    const due = booking ? await takeDue(tx, entityId, OTHER_KINDS) : [];
    if (!booking || due.length === 0) return;
    const facts = await loadFacts(tx, [entityId]);
    const { snapshot } = snapshotOf(booking, facts);
    const planned = remindersOf({ ...snapshot, closedAt: booking.closedAt });
    for (const { kind, recipient, dueAt } of due) {
      const isPlanned = planned.some((one) => one.kind === kind && one.to === recipient && +one.at === +dueAt);
      const now = timeOf(facts);
      if (isPlanned && isInTime({ kind, at: dueAt }, now)) await send({ tx, booking, snapshot, now }, kind, recipient);
    }
  },
};

type Due = { tx: Db; booking: Booking; snapshot: BookingSnapshot; now: Date };

async function send({ tx, booking, snapshot, now }: Due, kind: ReminderKind, to: Taken["recipient"]): Promise<void> {
  const { exchangeType, endAt } = booking;
  switch (kind) {
    case "request":
    case "request_soon":
      return notifyAbout(tx, booking, [to], "request_reminder", { deadline: textOf(snapshot.ownerDecisionDeadline) });
    case "pickup_time":
    case "return_time": {
      const plan: PlanKind = kind === "pickup_time" ? "pickup" : "return";
      const { proposal } = snapshot.plans[plan];
      const [at, deadline] = [textOf(proposal?.at), textOf(proposal?.expiresAt)];
      return notifyAbout(tx, booking, [to], "time_reminder", { plan, exchangeType, at, deadline });
    }
    case "extension":
      return notifyAbout(tx, booking, [to], "extension_reminder", {
        deadline: textOf(extensionToDecide(snapshot)?.expiresAt),
      });
    case "pickup":
    case "pickup_soon":
      return notifyAbout(tx, booking, [to], kind === "pickup" ? "pickup_reminder" : "pickup_soon", {
        exchangeType,
        at: textOf(meetingAt(snapshot)),
        isAgreed: snapshot.scheduledPickupAt !== null,
      });
    case "return":
      return notifyAbout(tx, booking, [to], "return_reminder", { at: textOf(timeInForce(snapshot, "return")) });
    case "return_soon":
      return notifyAbout(tx, booking, [to], "return_soon", { at: textOf(timeInForce(snapshot, "return")) });
    case "return_due":
      return notifyAbout(tx, booking, [to], "return_due", {
        freeUntil: textOf(graceEnds(snapshot)),
        dailyFeeCents: dailyFeeOf(booking),
      });
    case "overdue_2_hours":
      return notifyAbout(tx, booking, [to], "return_overdue", {
        ...overdueFacts(booking, snapshot, now),
        dueAt: textOf(endAt),
        isSecond: true,
      });
    case "overdue_1_day":
    case "overdue_2_days":
    case "overdue_3_days":
    case "overdue_4_days":
    case "overdue_5_days":
    case "overdue_6_days":
      return notifyAbout(tx, booking, [to], "return_overdue", {
        ...overdueFacts(booking, snapshot, now),
        dueAt: textOf(endAt),
        daysOverdue: Number(kind.split("_")[1]),
      });
    case "inspection":
      return notifyAbout(tx, booking, [to], "inspection_reminder", {
        deadline: textOf(inspectionUntil(snapshot)),
      });
  }
}

const textOf = (instant: Date | null | undefined): string => (instant ?? new Date(0)).toISOString();
