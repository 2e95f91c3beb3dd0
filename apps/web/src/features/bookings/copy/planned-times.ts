import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { PlannedTimeView } from "@nexby/contract/bookings/planned-times";
import { clockTime, type LocalTime } from "@nexby/domain/kernel/calendar";
import { localTimeOf } from "@nexby/domain/kernel/zones";
import { momentIn } from "../../../lib/dates.ts";
import { handoffLabels } from "../../../lib/rental-labels.ts";
import { productNow } from "../../../lib/server-time.ts";
import { otherOf } from "../booking-facts.ts";

type Booking = Pick<BookingDetailView, "role" | "renter" | "owner" | "item" | "exchangeType" | "timezone">;
type Planned = Booking & Pick<BookingDetailView, "rentalStatus" | "allowedActions">;

/** "Pickup time", "Collection time" */
export const planTitle = ({ kind }: Pick<PlannedTimeView, "kind">, booking: Booking): string => {
  const { startTime, endTime } = handoffLabels(booking);
  return kind === "pickup" ? startTime : endTime;
};

type Badge = { look: "good" | "waiting" | "plain"; label: string };

export function planBadge({ turn, isConfirmed }: PlannedTimeView, booking: Booking): Badge | null {
  if (turn === booking.role) return { look: "waiting", label: "Your turn" };
  if (turn !== null) return { look: "plain", label: `Waiting for ${booking[turn].firstName}` };
  return isConfirmed ? { look: "good", label: "Confirmed" } : null;
}

/** The time in force, or the first proposed one. "By" marks a return to come that nobody has planned yet. */
export function planTime(
  { kind, at, isConfirmed, proposal }: PlannedTimeView,
  { timezone }: Booking,
  now = productNow(),
): string {
  const instant = at ?? proposal?.at ?? "";
  const time = momentIn(instant, timezone);
  return kind === "return" && !isConfirmed && now < Date.parse(instant) ? `By ${time}` : time;
}

/** Says whose turn it is and what happens without a reply; null when there is nothing to say. */
export function planText(plan: PlannedTimeView, booking: Planned, now = productNow()): string | null {
  const { proposal, at, isConfirmed, kind } = plan;
  if (proposal === null) {
    const isPast = at !== null && Date.parse(at) <= now;
    return kind === "return" && !isConfirmed ? endText(booking, isPast) : null;
  }
  const { timezone, role, owner } = booking;
  const deadline = momentIn(proposal.expiresAt, timezone);
  const isOwn = proposal.by === role;
  const person = isOwn ? "You" : booking[proposal.by].firstName;
  const replier = booking[proposal.by === "renter" ? "owner" : "renter"].firstName;
  const proposed =
    at === null ? `${person} proposed this time.` : `${person} proposed ${momentIn(proposal.at, timezone)} instead.`;
  const stays = isConfirmed ? "the confirmed time stays" : "nothing changes";
  const hours =
    proposal.by === "owner"
      ? ""
      : role === "owner"
        ? " if it’s within your hours"
        : ` if it’s within ${owner.firstName}’s hours`;
  const otherwise = proposal.isConfirmedAtDeadline ? `it’s confirmed automatically${hours}` : stays;
  const silence =
    plan.turn === role ? `If you don’t reply by ${deadline}` : `If ${replier} doesn’t reply by ${deadline}`;
  return `${proposed} ${silence}, ${otherwise}.`;
}

/** What the card says below the time. */
export const planLines = (plan: PlannedTimeView, booking: Planned): string[] =>
  [planText(plan, booking), flexibleText(plan, booking), confirmationText(plan, booking)].flatMap((line) => line ?? []);

function flexibleText({ proposal }: PlannedTimeView, { role, timezone, ...people }: Planned): string | null {
  if (!proposal?.isFlexible) return null;
  const time = clockTime(localTimeOf(new Date(proposal.at), timezone));
  return `Any time around ${time} works for ${proposal.by === role ? "you" : people[proposal.by].firstName}.`;
}

/** While another time is proposed, the card is about that one. */
function confirmationText({ confirmation, proposal }: PlannedTimeView, booking: Planned): string | null {
  if (confirmation === null || proposal !== null) return null;
  const at = momentIn(confirmation.at, booking.timezone);
  if (confirmation.by === null) return `Confirmed automatically on ${at}.`;
  return `${confirmation.by === booking.role ? "You" : booking[confirmation.by].firstName} confirmed it on ${at}.`;
}

type Quote = { by: string; text: string };

/** What the person who proposed the time wrote, as a reply if it answers the other person's proposal. */
export function planQuote({ proposal }: PlannedTimeView, booking: Booking): Quote | null {
  if (proposal === null) return null;
  const { by, message, inReplyTo } = proposal;
  const isOwn = by === booking.role;
  const writer = isOwn ? "You" : booking[by].firstName;
  if (inReplyTo === null) return message === null ? null : { by: `${writer} wrote`, text: message };
  if (inReplyTo.response === null) return null;
  const answered = by === "renter" ? "owner" : "renter";
  const whose = answered === booking.role ? "your" : `${booking[answered].firstName}’s`;
  const replied = `${writer} replied to ${whose} proposal of ${momentIn(inReplyTo.at, booking.timezone)}`;
  return { by: replied, text: inReplyTo.response };
}

function endText({ rentalStatus, allowedActions }: Planned, isPast: boolean): string {
  if (isPast || rentalStatus === "overdue") return "The rental ended then.";
  return allowedActions.includes("propose_return")
    ? "The rental ends then. You can agree on an earlier time."
    : "The rental ends then.";
}

export const keepLabel = ({ proposal, isConfirmed }: PlannedTimeView, { role }: Booking): string => {
  if (proposal?.by === role) return "Withdraw proposal";
  return isConfirmed ? "Keep the confirmed time" : "Decline";
};

export const proposeLabel = ({ kind, isConfirmed, proposal }: PlannedTimeView): string =>
  kind === "return" && !isConfirmed && proposal === null ? "Propose an earlier time" : "Propose another time";

/** Which times can be chosen. */
export function hoursHint({ ownerHours: { from, to } }: PlannedTimeView, booking: Booking): string {
  const hours = `${clockTime(from as LocalTime)} – ${clockTime(to as LocalTime)}`;
  return booking.role === "owner"
    ? `${booking.renter.firstName} can propose times within your hours, ${hours}. You can propose any time.`
    : `${otherOf(booking).firstName}’s hours are ${hours}.`;
}
