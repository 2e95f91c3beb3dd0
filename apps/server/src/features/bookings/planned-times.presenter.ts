import type { PlannedTimeView } from "@nexby/contract/bookings/planned-times";
import { localDateOf, localTimeOf } from "@nexby/domain/kernel/zones";
import {
  type Hours,
  isConfirmedAtDeadline,
  isOpenPlan,
  PLAN_KINDS,
  PLAN_RULES,
  type PlanKind,
  planDays,
  type Side,
  suggestTimes,
  timeInForce,
  turnOf,
} from "@nexby/domain/planning/planned-times";
import type { BookingDetails, Shown } from "./booking-details.queries.ts";
import { isContactShown } from "./bookings.policy.ts";
import type { PlannedTime } from "./planned-times.queries.ts";

/** The pickup and return that are still to come, with proposals and suggestions. */
export function presentPlannedTimes({ planning, ...shown }: BookingDetails): PlannedTimeView[] {
  if (planning === null) return [];
  const { times, hours } = planning;
  return PLAN_KINDS.filter((kind) => isOpenPlan(shown.snapshot, kind)).map((kind) =>
    presentPlannedTime(shown, kind, { rows: times.filter((row) => row.kind === kind), hours: hours[kind] }),
  );
}

type Details = { rows: readonly PlannedTime[]; hours: Record<Side, Hours> };

function presentPlannedTime(shown: Shown, kind: PlanKind, { rows, hours }: Details): PlannedTimeView {
  const { booking, snapshot, now } = shown;
  const { timezone } = booking;
  const { proposal } = snapshot.plans[kind];
  const confirmed = rows.find(({ status }) => status === "confirmed");
  const open = rows.find(({ id }) => id === proposal?.id);
  const place = (address: string | null) => (isContactShown(shown) ? address : null);
  return {
    kind,
    at: timeInForce(snapshot, kind)?.toISOString() ?? null,
    isConfirmed: isConfirmed(snapshot, kind),
    place: place(confirmed?.address ?? booking.exchangeAddress),
    turn: turnOf(snapshot.plans[kind]),
    proposal: proposal && {
      id: proposal.id,
      at: proposal.at.toISOString(),
      by: proposal.by,
      place: place(open?.address ?? booking.exchangeAddress),
      message: open?.proposalMessage ?? null,
      expiresAt: proposal.expiresAt.toISOString(),
      isConfirmedAtDeadline: isConfirmedAtDeadline(snapshot, kind),
    },
    suggestions: suggestionsFor(shown, kind, hours).map((at) => ({
      at: at.toISOString(),
      date: localDateOf(at, timezone),
      time: localTimeOf(at, timezone),
    })),
    days: planDays(snapshot, timezone, now),
    ownerHours: hours.owner.window,
  };
}

/** A return time requested at checkout counts as confirmed with the pickup; the end of the rental needs no confirmation. */
const isConfirmed = ({ plans, scheduledReturnAt, endAt }: Shown["snapshot"], kind: PlanKind): boolean =>
  plans[kind].isConfirmed || (kind === "return" && scheduledReturnAt !== null && scheduledReturnAt < endAt);

function suggestionsFor({ booking, snapshot, role, now }: Shown, kind: PlanKind, hours: Details["hours"]): Date[] {
  if (role === "admin" || !PLAN_RULES.propose(snapshot, kind, role, now)) return [];
  const [requestedAt, isFlexible] =
    kind === "pickup"
      ? [booking.requestedPickupAt, booking.isPickupFlexible]
      : [booking.requestedDropoffAt, booking.isDropoffFlexible];
  return suggestTimes({ facts: snapshot, kind, zone: booking.timezone, hours, requestedAt, isFlexible, now });
}
