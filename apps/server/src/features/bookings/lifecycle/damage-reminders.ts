import type { Db } from "../../../platform/db/db.ts";
import { enqueueJob, type JobHandler } from "../../../platform/jobs/job.ts";
import type { Booking } from "../../../schema/bookings.ts";
import type { DamageClaimRow } from "../../../schema/damage.ts";
import { findBooking } from "../bookings.queries.ts";
import { findDamageClaim, swapDamageClaim } from "../damage-claims.queries.ts";
import { claimEvent, notifyAboutClaim } from "./booking-notifications.ts";
import type { StepContext } from "./booking-state.ts";
import { refreshDerivedStatuses } from "./change-status.ts";
import { mailPayer } from "./reminders.ts";

export const SEND_DAMAGE_REMINDER = "send_damage_reminder";

const mailLater = (tx: Db, entityId: string, key: string) =>
  enqueueJob(tx, { type: SEND_DAMAGE_REMINDER, entityType: "booking", entityId, key });

/** Tells both sides what was decided. The renter also gets a mail before their card is charged. */
export async function announceDecision(tx: Db, booking: Booking, claim: DamageClaimRow): Promise<void> {
  await notifyAboutClaim(tx, booking, ["renter", "owner"], "claim_decided", decisionOf(claim));
  if (claim.cardCents > 0) await mailLater(tx, booking.id, "notice");
}

const decisionOf = ({ depositCents, cardCents, chargeableAt, decisionReason }: DamageClaimRow) => ({
  damageCents: depositCents + cardCents,
  cardCents,
  chargeAt: chargeableAt?.toISOString() ?? null,
  reason: decisionReason ?? "",
});

const failureOf = ({ cardCents, payBy }: { cardCents: number; payBy: Date | null }) => ({
  cardCents,
  until: (payBy ?? new Date(0)).toISOString(),
});

/** Tells the renter in the app at once; a job sends the mail. Once after each attempt that failed. */
export async function remindOfDamage({ tx, booking, snapshot }: StepContext): Promise<Booking> {
  const { claim } = snapshot;
  if (!claim?.payBy) return booking;
  const { chargeTries: reminders } = claim;
  await swapDamageClaim(tx, booking.id, claim.status, { reminders });
  await notifyAboutClaim(tx, booking, ["renter"], "damage_failed", failureOf(claim));
  await mailLater(tx, booking.id, String(reminders));
  return refreshDerivedStatuses(tx, booking, {});
}

/** The link opens the page that pays. No mail is sent once nothing is to be paid. */
export const sendDamageReminder = (siteUrl: string): JobHandler => ({
  inTransaction: async (tx, { entityId }) => {
    const [booking, claim] = [await findBooking(tx, entityId), await findDamageClaim(tx, entityId)];
    if (!booking || claim?.status !== "decided" || claim.paymentId === null) return;
    const event =
      claim.payBy === null
        ? await claimEvent(tx, booking, "claim_decided", decisionOf(claim))
        : await claimEvent(tx, booking, "damage_failed", failureOf(claim));
    await mailPayer(tx, siteUrl, { booking, event, paymentId: claim.paymentId, label: "Pay for the damage" });
  },
});
