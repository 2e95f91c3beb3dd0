import { DAMAGE_CLAIM_STATUSES, DAMAGE_SEVERITIES, DAMAGE_TYPES } from "@nexby/domain/damage/damage-claim-statuses";
import { LATE_FEE_PAYMENT_STATUSES, LATE_FEE_STATUSES } from "@nexby/domain/late-fees/late-fee-statuses";
import { z } from "zod";
import { namedObject } from "../fields.ts";

const instant = z.iso.datetime();

export const lateFeeView = namedObject("LateFee", {
  status: z.enum(LATE_FEE_STATUSES),
  paymentStatus: z.enum(LATE_FEE_PAYMENT_STATUSES),
  daysLate: z.int().positive(),
  dailyLateFeeCents: z.int().nonnegative().describe("For the first day, per unit"),
  calculatedFeeCents: z.int().nonnegative(),
  cappedFeeCents: z.int().nonnegative(),
  waivedCents: z.int().nonnegative(),
  waiverReason: z.string().nullable(),
  owedCents: z.int().nonnegative().describe("The capped fee minus what was waived"),
  chargedCents: z.int().nonnegative(),
  depositCents: z.int().nonnegative().describe("The part that the deposit paid"),
  ownerCents: z
    .int()
    .nonnegative()
    .nullable()
    .describe("The owner's part of what is owed or was charged. Null for renters"),
  stoppedAt: instant.nullable().describe("When the item came back or counted as lost. Null while the fee still grows"),
  contestedAt: instant.nullable(),
  contestReason: z.string().nullable(),
  decisionReason: z.string().nullable().describe("An admin's reason for deciding a contested fee"),
  chargeableAt: instant.nullable().describe("When the time to contest it ends and the card is charged"),
  payBy: instant.nullable().describe("After a declined charge, the renter can pay until then. Then the deposit pays"),
});
export type LateFeeView = z.infer<typeof lateFeeView>;

/** What a rental that is due costs now. */
export const latenessView = z.object({
  freeUntil: instant.describe("Until then, returning it costs nothing"),
  daysLate: z.int().nonnegative().describe("Started days after the grace period, as the late fee counts them"),
  feeCents: z.int().nonnegative(),
  nextDayAt: instant.nullable().describe("From then on, the fee is `nextFeeCents`. Null without a late fee"),
  nextFeeCents: z.int().nonnegative(),
});

export const damageClaimView = namedObject("DamageClaim", {
  status: z.enum(DAMAGE_CLAIM_STATUSES),
  filedBy: z.enum(["owner", "system"]).describe("The system files a claim for an item that is considered lost"),
  damageType: z.enum(DAMAGE_TYPES),
  severity: z.enum(DAMAGE_SEVERITIES),
  amountCents: z
    .int()
    .nonnegative()
    .describe(
      "What the repair or replacement costs, as claimed. Zero until the owner has named it for a lost item without a value",
    ),
  notes: z.string(),
  photos: z.array(
    z.object({
      id: z.uuid(),
      url: z.string(),
      placeholder: z.string(),
      filename: z.string(),
      createdAt: instant.describe("When it was added to the claim"),
      isRemoved: z.boolean().describe("Whether its file was deleted after the retention period"),
    }),
  ),
  namedAt: instant.nullable().describe("When the owner named the amount for a loss that the system filed"),
  answeredAt: instant.nullable().describe("When the renter agreed to it or contested it"),
  contestReason: z.string().nullable(),
  decisionReason: z.string().nullable(),
  depositCents: z.int().nonnegative().describe("The part of the decided amount that the deposit pays"),
  cardCents: z.int().nonnegative().describe("The part that is charged to the renter's card"),
  collectedCents: z.int().nonnegative().describe("What was collected in the end"),
  chargeableAt: instant.nullable().describe("When the notice ends and the card is charged. The renter can pay earlier"),
  payBy: instant.nullable().describe("After a declined charge, the renter can pay until then"),
});
export type DamageClaimView = z.infer<typeof damageClaimView>;
