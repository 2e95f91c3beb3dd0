import type {
  confirmTime as confirmContract,
  setHandoffInstructions as instructionsContract,
  proposeTime as proposeContract,
} from "@nexby/contract/bookings/booking-commands";
import { localTime } from "@nexby/domain/kernel/calendar";
import { instantOf } from "@nexby/domain/kernel/zones";
import {
  isConfirmedAtDeadline,
  livePlan,
  PLAN_RULES,
  type PlanAction,
  type PlanKind,
  type Proposal,
  refusalOfTime,
  replyDeadline,
  type TimeRefusal,
  timeInForce,
  turnOf,
} from "@nexby/domain/planning/planned-times";
import type { z } from "zod";
import { recordRentalEvent } from "../../../platform/audit.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { canSetInstructions } from "../bookings.policy.ts";
import { notifyAbout } from "../lifecycle/booking-notifications.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { refreshDerivedStatuses } from "../lifecycle/change-status.ts";
import { confirmProposal, otherSide, placeOf, recordTime } from "../lifecycle/planned-times.ts";
import {
  answerProposal,
  findHours,
  insertProposal,
  listPlannedTimes,
  type PlannedTime,
  saveInstructions,
} from "../planned-times.queries.ts";
import type { RenterOrOwner } from "../run-booking-command.ts";

type ProposeBody = z.output<typeof proposeContract.body>;
type ReplyBody = z.output<typeof confirmContract.body>;

const CHANGED = "The proposed time has changed. Check the new one first.";
const NOT_YOUR_TURN = "You proposed this time. Wait for a reply, or for it to expire.";
const NO_PROPOSAL = "No time is waiting for a reply";
const OUT_OF_ORDER = "This time no longer fits the other one. Propose another time.";

const TIME_MESSAGES: Record<TimeRefusal, string> = {
  time_passed: "This time has passed. Please choose a later one.",
  before_first_day: "Choose a time on the first day of the rental or later",
  after_return: "Pickup must be before the return",
  before_pickup: "Return must be after pickup",
  after_end: "The return can't be after the end of the rental. Choose an earlier time.",
  already_proposed: "This time is already proposed. Choose another one, or confirm it.",
  already_in_force: "This is already the agreed time. Choose another one.",
  outside_hours: "This is outside the owner's hours. Only the owner can propose it.",
};

/** If two people act at once, the second one gets an error: the plan has changed. */
function assertAllowed({ snapshot, now }: StepContext, actor: RenterOrOwner, action: PlanAction, kind: PlanKind): void {
  if (PLAN_RULES[action](snapshot, kind, actor.role, now)) return;
  const plan = snapshot.plans[kind];
  if (plan.proposal === null) throw new AppError("action_not_allowed", action === "propose" ? undefined : NO_PROPOSAL);
  if (action !== "keep" && turnOf(plan) !== actor.role) throw new AppError("action_not_allowed", NOT_YOUR_TURN);
  throw new AppError("action_not_allowed", action === "confirm" ? OUT_OF_ORDER : undefined);
}

const assertCurrent = (proposal: Proposal | null, proposalId: string | null): void => {
  if ((proposal?.id ?? null) !== proposalId) throw new AppError("action_not_allowed", CHANGED);
};

/** Proposes a time, or replies to a proposal with another time. A confirmed time stays in force until the reply. */
export async function proposeTime(context: StepContext, actor: RenterOrOwner, body: ProposeBody): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  const { kind } = body;
  const { proposal } = snapshot.plans[kind];
  assertCurrent(proposal, body.proposalId);
  assertAllowed(context, actor, "propose", kind);

  const current = livePlan(await listPlannedTimes(tx, booking.id), kind);
  const place = placeToPropose(booking, current, body.place);
  const { owner: ownerHours } = (await findHours(tx, booking))[kind];
  const at = instantOf(body.date, localTime(body.time), booking.timezone);
  const { isOtherPlace } = place;
  const time = { kind, at, by: actor.role, zone: booking.timezone, ownerHours, now, isOtherPlace };
  const refusal = refusalOfTime(snapshot, time);
  if (refusal !== null) throw fieldError("time", TIME_MESSAGES[refusal]);

  const message = body.message === "" ? null : body.message;
  const expiresAt = replyDeadline(booking, kind, now);
  if (proposal) await answerProposal(tx, proposal.id, { status: "superseded", responseMessage: message });
  await insertProposal(tx, {
    ...place.columns,
    id: newId(),
    bookingId: booking.id,
    kind,
    proposedBy: actor.id,
    proposedDateTime: at,
    proposalMessage: message,
    notes: body.notes === "" ? null : body.notes,
    specialInstructions: current?.specialInstructions ?? null,
    expiresAt,
  });
  await recordTime(context, actor, { event: "time_proposed", kind, at, message });
  const after = await refreshDerivedStatuses(tx, booking, {});
  await notifyAbout(tx, after, [otherSide(actor.role)], "time_proposed", {
    plan: kind,
    exchangeType: booking.exchangeType,
    at: at.toISOString(),
    deadline: expiresAt.toISOString(),
    inForceAt: isConfirmedAtDeadline(snapshot, kind) ? null : (timeInForce(snapshot, kind)?.toISOString() ?? null),
  });
  return after;
}

/** Only a meetup's place can change. Without a new one it stays where it was proposed or agreed. */
function placeToPropose(booking: Booking, current: PlannedTime | undefined, place: string) {
  if (booking.exchangeType !== "meetup") {
    if (place !== "") throw fieldError("place", "Only the place of a meetup can change");
    return { columns: placeOf(booking), isOtherPlace: false };
  }
  const { locationType, address, latitude, longitude } = current ?? placeOf(booking);
  if (place === "" || place === address) {
    return { columns: { locationType, address, latitude, longitude }, isOtherPlace: false };
  }
  return { columns: { ...placeOf(booking), address: place, latitude: null, longitude: null }, isOtherPlace: true };
}

/** Only the other person confirms a proposal. */
export function confirmTime(context: StepContext, actor: RenterOrOwner, body: ReplyBody): Promise<Booking> {
  const { kind, proposalId } = body;
  const { proposal } = context.snapshot.plans[kind];
  if (proposalId !== null) assertCurrent(proposal, proposalId);
  assertAllowed(context, actor, "confirm", kind);
  if (proposal === null) throw new AppError("action_not_allowed", NO_PROPOSAL);
  return confirmProposal(context, actor, kind, proposal);
}

/** Ends a proposal to move a time: the other person declines it, or the person who made it withdraws it. */
export async function keepTime(context: StepContext, actor: RenterOrOwner, body: ReplyBody): Promise<Booking> {
  const { tx, booking, snapshot } = context;
  const { kind, proposalId } = body;
  const { proposal } = snapshot.plans[kind];
  if (proposalId !== null) assertCurrent(proposal, proposalId);
  assertAllowed(context, actor, "keep", kind);
  const inForce = timeInForce(snapshot, kind);
  if (proposal === null || inForce === null) throw new AppError("action_not_allowed", NO_PROPOSAL);
  const isWithdrawn = proposal.by === actor.role;
  await answerProposal(tx, proposal.id, { status: isWithdrawn ? "canceled" : "declined" });
  await recordTime(context, actor, { event: "time_kept", kind, at: inForce });
  const after = await refreshDerivedStatuses(tx, booking, {});
  await notifyAbout(tx, after, [otherSide(actor.role)], "time_kept", {
    plan: kind,
    exchangeType: booking.exchangeType,
    at: inForce.toISOString(),
    isWithdrawn,
  });
  return after;
}

type InstructionsBody = z.output<typeof instructionsContract.body>;

/** "Gate code is on the mailbox". The timeline says only that they changed, because it can't be changed itself. */
export async function setHandoffInstructions(
  { tx, booking }: StepContext,
  actor: RenterOrOwner,
  { instructions }: InstructionsBody,
): Promise<Booking> {
  if (!canSetInstructions(actor.role, booking)) throw new AppError("action_not_allowed");
  if (!(await saveInstructions(tx, booking.id, instructions === "" ? null : instructions))) return booking;
  await recordRentalEvent(tx, {
    bookingId: booking.id,
    actorId: actor.id,
    eventType: "instructions_changed",
    metadata: { by: actor.role },
  });
  return refreshDerivedStatuses(tx, booking, {});
}
