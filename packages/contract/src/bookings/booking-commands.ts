import { NO_SHOWS } from "@nexby/domain/bookings/snapshot";
import { MAX_PHOTOS_PER_REPORT } from "@nexby/domain/condition/condition-reports";
import { DAMAGE_SEVERITIES, DAMAGE_TYPES } from "@nexby/domain/damage/damage-claim-statuses";
import { MAX_CLAIM_CENTS } from "@nexby/domain/listings/kit";
import { PLAN_KINDS } from "@nexby/domain/planning/planned-times";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject, wholeNumber } from "../fields.ts";
import { bookingDetailView, bookingParams, shortText } from "./bookings.ts";
import { confirmTimeBody, handoffInstructionsBody, keepTimeBody, proposeTimeBody } from "./planned-times.ts";

export const reason = (message: string) =>
  z.string({ error: message }).trim().min(1, message).max(500, "Please use at most 500 characters");

export const command = <const Verb extends string, Body extends z.ZodType>(verb: Verb, summary: string, body: Body) =>
  ({
    method: "POST",
    path: `/api/bookings/:bookingId/${verb}`,
    summary,
    access: "signed-in",
    params: bookingParams,
    body,
    response: bookingDetailView,
    errors: ["validation_failed", "not_found", "action_not_allowed"],
  }) as const;

const message = z.object({ message: shortText(1000).default("") });
const notes = z.object({ notes: shortText(2000).default("") });

export const approveBooking = endpoint({
  ...command("approve", "Approve a booking request", message),
  errors: ["validation_failed", "not_found", "action_not_allowed", "units_unavailable"],
});
export const declineBooking = endpoint(
  command(
    "decline",
    "Decline a booking request and release the hold on the card",
    z.object({ reason: reason("Please give a reason") }),
  ),
);
export const proposeTime = endpoint({
  ...command("propose-time", "Propose a pickup or return time, or another one than the proposed time", proposeTimeBody),
  // Each proposal notifies the other person.
  limits: [{ per: "account", times: 60, seconds: 60 * 60 }],
});
export const confirmTime = endpoint(
  command("confirm-time", "Confirm the time the other person proposed", confirmTimeBody),
);
export const keepTime = endpoint(
  command("keep-time", "Keep the time in force: decline or withdraw a proposal to move it", keepTimeBody),
);
export const setHandoffInstructions = endpoint(
  command(
    "instructions",
    "Write what the other person must know at the handoff, as the person at whose place it is",
    handoffInstructionsBody,
  ),
);

const returnedUnits = {
  units: wholeNumber("Units", { least: 1, most: 10_000 })
    .optional()
    .describe("How many units come back. If omitted, all that are still out"),
  unitsOut: wholeNumber("Units", { least: 1, most: 10_000 })
    .optional()
    .describe("How many units were shown as still out. If that has changed, nothing is marked"),
};
/** A repeated request must not return more units. */
const hasUnitsOut = ({ units, unitsOut }: { units?: number | undefined; unitsOut?: number | undefined }) =>
  units === undefined || unitsOut !== undefined;
const UNITS_OUT_MISSING = { path: ["unitsOut"], error: "Please say how many units are still out" };

const CODE_MESSAGE = "Enter the six digits of the code";

const handoffCodeView = namedObject("HandoffCode", {
  kind: z.enum(PLAN_KINDS).describe("The handoff it confirms. The pickup includes deliveries and meetups"),
  key: z
    .string()
    .describe("Base64 key of a time-based one-time password (RFC 6238): SHA-256, six digits, new every 60 seconds"),
  isLocked: z.boolean().describe("Whether the other person entered five incorrect codes, so that it must be renewed"),
});
export type HandoffCodeView = z.infer<typeof handoffCodeView>;

export const showHandoffCode = endpoint({
  method: "GET",
  path: "/api/bookings/:bookingId/handoff-code",
  summary: "Get the key of the code you show at the next handoff. It works offline",
  access: "signed-in",
  params: bookingParams,
  response: handoffCodeView,
  errors: ["not_found", "action_not_allowed"],
});

export const renewHandoffCode = endpoint({
  method: "POST",
  path: "/api/bookings/:bookingId/handoff-code",
  summary: "Replace your code after five incorrect tries. A code with tries left stays as it is",
  access: "signed-in",
  limits: [{ per: "account", times: 20, seconds: 60 * 60 }],
  params: bookingParams,
  response: handoffCodeView,
  isOutcomeSecret: true,
  errors: ["not_found", "action_not_allowed"],
});

export const enterHandoffCode = endpoint({
  method: "POST",
  path: "/api/bookings/:bookingId/enter-code",
  summary: "Enter the other person's code, which confirms the handoff or return for both of you at once",
  access: "signed-in",
  // Each code has five tries; this also limits tries across bookings and renewed codes.
  limits: [{ per: "account", times: 30, seconds: 60 * 60, countsFailuresOnly: true }],
  params: bookingParams,
  body: z
    .object({
      kind: z.enum(PLAN_KINDS, { error: "Choose pickup or return" }),
      code: z.string({ error: CODE_MESSAGE }).regex(/^\d{6}$/, CODE_MESSAGE),
      ...returnedUnits,
    })
    .refine(hasUnitsOut, UNITS_OUT_MISSING),
  response: bookingDetailView,
  isOutcomeSecret: true,
  errors: [
    "validation_failed",
    "not_found",
    "action_not_allowed",
    "wrong_handoff_code",
    "handoff_code_expired",
    "handoff_code_locked",
  ],
});

export const markHandedOver = endpoint(
  command("hand-over", "Mark the item as handed over, or confirm receipt as the renter", notes),
);
export const disputeHandoff = endpoint(
  command(
    "object-to-handover",
    "Dispute the handoff as the renter",
    z.object({ reason: reason("Please say what happened") }),
  ),
);
const adminDecision = <const Verb extends string>(verb: Verb, summary: string) =>
  ({
    method: "POST",
    path: `/api/admin/bookings/:bookingId/${verb}`,
    summary,
    access: "admin",
    params: bookingParams,
    body: z.object({ reason: reason("Please give a reason") }),
    response: bookingDetailView,
    errors: ["validation_failed", "not_found", "forbidden", "action_not_allowed"],
  }) as const;
export const upholdHandoff = endpoint(
  adminDecision(
    "uphold-handoff",
    "Decide that a disputed handoff took place. The rental runs since the owner marked the item as handed over",
  ),
);
export const rejectHandoff = endpoint(
  adminDecision("reject-handoff", "Decide that a disputed handoff didn't take place. Cancels with a full refund"),
);
export const retryDeposit = endpoint(
  adminDecision("retry-deposit", "Try again to hold a deposit whose hold lapsed while a claim or late fee is open"),
);
export const giveUpDeposit = endpoint(
  adminDecision(
    "give-up-deposit",
    "Give up a deposit whose hold lapsed. The open claim or late fee is collected without it",
  ),
);
export const markUnitAvailable = endpoint(
  command(
    "mark-available",
    "Make a lost item available again as its owner, who has it back or replaced it",
    z.object({}),
  ),
);
export const markReturned = endpoint(
  command(
    "return",
    "Mark the item as returned, or some of several units",
    notes.extend(returnedUnits).refine(hasUnitsOut, UNITS_OUT_MISSING),
  ),
);
export const confirmUnits = endpoint(
  command(
    "confirm-units",
    "Confirm as the owner that units are back which the renter marked as returned",
    z.object({ returnId: z.uuid("Please choose a return") }),
  ),
);
export const confirmReturn = endpoint(command("close", "Confirm that the item was returned in good condition", notes));
export const claimDamage = endpoint(
  command(
    "claim-damage",
    "Claim damage or loss. An admin decides",
    z.object({
      damageType: z.enum(DAMAGE_TYPES, { error: "Please choose what happened" }),
      severity: z.enum(DAMAGE_SEVERITIES, { error: "Please choose how bad it is" }),
      amountCents: wholeNumber("Amount", { least: 1, most: MAX_CLAIM_CENTS }).describe(
        "What the repair or replacement costs",
      ),
      notes: reason("Please describe the damage"),
      photoIds: z
        .array(z.uuid("Please choose photos you added"), { error: "Please choose photos you added" })
        .max(MAX_PHOTOS_PER_REPORT, `You can add up to ${MAX_PHOTOS_PER_REPORT} photos`)
        .refine((ids) => new Set(ids).size === ids.length, "Please choose each photo once")
        .default([])
        .describe("Your photos of the return, sent before. Only a lost item needs none"),
    }),
  ),
);
export const nameLoss = endpoint(
  command(
    "name-loss",
    "Name what a lost item costs, as the owner of an item without a replacement value and deposit. An admin decides",
    z.object({
      amountCents: wholeNumber("Amount", { least: 1, most: MAX_CLAIM_CENTS }),
      notes: reason("Please say what it costs to replace"),
    }),
  ),
);
export const agreeToClaim = endpoint(
  command("agree-to-claim", "Agree to a damage claim as the renter. An admin decides", z.object({})),
);
export const contestClaim = endpoint(
  command(
    "contest-claim",
    "Contest a damage claim as the renter. An admin decides",
    z.object({ reason: reason("Please say what happened") }),
  ),
);
export const reportNoShow = endpoint(
  command(
    "no-show",
    "Report that the other person did not show up",
    z.object({
      isDeliveryAttempted: z
        .boolean({ error: "Please choose yes or no" })
        .default(false)
        .describe("Whether the owner attempted delivery. If so, the delivery fee is not refunded. For owners only"),
    }),
  ),
);
export const contestNoShow = endpoint(
  command("contest-no-show", "Contest a reported no-show", z.object({ reason: reason("Please say what happened") })),
);

const lateFeeAmount = (name: string, least: number) => wholeNumber(name, { least, most: 100_000_000 });

export const contestLateFee = endpoint(
  command(
    "contest-late-fee",
    "Contest a late fee as the renter, before it is charged. An admin decides",
    z.object({ reason: reason("Please say what happened") }),
  ),
);
export const waiveLateFee = endpoint(
  command(
    "waive-late-fee",
    "Waive a late fee or a part of it, as the owner or an admin",
    z.object({
      amountCents: lateFeeAmount("Amount", 1),
      reason: reason("Please give a reason"),
      owedCents: lateFeeAmount("Amount owed", 0)
        .optional()
        .describe("What was owed when you looked. Rejected if it has changed, so that nothing is waived twice"),
    }),
  ),
);
export const decideLateFee = endpoint({
  method: "POST",
  path: "/api/admin/bookings/:bookingId/late-fee",
  summary: "Decide a contested late fee: how much of it the renter pays",
  access: "admin",
  params: bookingParams,
  body: z.object({ amountCents: lateFeeAmount("Amount", 0), reason: reason("Please give a reason") }),
  response: bookingDetailView,
  errors: ["validation_failed", "not_found", "forbidden", "action_not_allowed"],
});

const cancellationView = namedObject("Cancellation", {
  percent: z.int().min(0).max(100).describe("The refunded share of the rental price"),
  refundCents: z.int().nonnegative(),
  keptCents: z.int().nonnegative().describe("What the renter still pays"),
  isCharged: z.boolean().describe("Whether the card was already charged. If not, the hold is released"),
  depositCents: z.int().nonnegative().describe("Always returned in full"),
  ownerKeepsCents: z.int().nonnegative().nullable().describe("Shown to the owner and admins only"),
  ownerPenaltyCents: z.int().nonnegative().describe("The owner's cancellation penalty"),
  ownerCancellations: z
    .int()
    .nonnegative()
    .nullable()
    .describe("Rentals the owner canceled in the last 12 months. Null if this one would not count"),
  changesAt: z.iso.datetime().nullable().describe("When the refund becomes smaller"),
  isNoShowToDecide: z.boolean().describe("Whether an admin can cancel this as a no-show, and decides whose"),
});
export type CancellationView = z.infer<typeof cancellationView>;

const as = z
  .enum(NO_SHOWS, { error: `Choose one of ${NO_SHOWS.join(", ")}` })
  .optional()
  .describe("Who did not show up, as an admin decides. If omitted, an admin's cancellation refunds everything");

export const previewCancellation = endpoint({
  method: "GET",
  path: "/api/bookings/:bookingId/cancellation",
  summary: "Preview the refund of a cancellation",
  access: "signed-in",
  params: bookingParams,
  query: z.object({ as }),
  response: cancellationView,
  errors: ["validation_failed", "forbidden", "not_found", "action_not_allowed"],
});

export const cancelBooking = endpoint({
  ...command(
    "cancel",
    "Cancel a booking",
    z.object({
      reason: shortText(500).default(""),
      refundCents: wholeNumber("Refund", { least: 0, most: 100_000_000 }).describe("The refund the person was shown"),
      as,
    }),
  ),
  errors: ["validation_failed", "forbidden", "not_found", "action_not_allowed", "refund_changed"],
});

export const resolveDamageClaim = endpoint({
  method: "POST",
  path: "/api/admin/bookings/:bookingId/resolve",
  summary: "Decide a damage claim. The deposit pays first, then the card after 48 hours' notice",
  access: "admin",
  params: bookingParams,
  body: z.object({
    damageCents: wholeNumber("Amount", { least: 0, most: 10_000_000 }),
    notes: reason("Please give a reason"),
  }),
  response: bookingDetailView,
  errors: ["validation_failed", "not_found", "action_not_allowed"],
});
