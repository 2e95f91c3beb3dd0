import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { PhotoGrid } from "../../../components/product/photo-grid.tsx";
import { damageText } from "../../../lib/damage-labels.ts";
import { momentIn, useTimeAround } from "../../../lib/dates.ts";
import type { ActionContext } from "../copy/actions.ts";
import { claimLines, claimStatusText, claimTitle, limitText, namedText, resolutionCopy } from "../copy/damage-claim.ts";
import { CLAIM_ACTIONS } from "../copy/next-action.ts";
import { NotesAndActions } from "./action-button.tsx";
import { PagePart } from "./booking-parts.tsx";

type Props = ActionContext & { booking: BookingDetailView };

/** The claim as both people and admins see it, with its photos and what became of it. */
export function DamageClaim({ booking, ...context }: Props) {
  const { claim, allowedActions, adminDecision } = booking;
  const now = useTimeAround(claim?.chargeableAt, claim?.payBy);
  if (!claim) return null;
  const photos = claim.photos.map((photo, index) => ({ ...photo, alt: `Damage photo ${index + 1}` }));
  const decision = adminDecision
    ? ([resolutionCopy(adminDecision), adminDecision.notes] as const)
    : (["Decision", claim.decisionReason] as const);
  const notes = [["Contested", claim.contestReason], decision] as const;
  const isLoss = claim.filedBy === "system";
  return (
    <PagePart title={isLoss ? "Not returned" : "Damage claim"}>
      {(!isLoss || booking.quantity > 1) && <p className="font-semibold text-lg">{claimTitle(claim, booking)}</p>}
      {claim.namedAt !== null && <p>{namedText(claim, booking)}</p>}
      {!isLoss && <p className="text-muted text-sm">{damageText(claim)}</p>}
      {(claim.filedBy === "owner" || claim.namedAt !== null) && (
        <p className="mt-3 whitespace-pre-line break-words">{claim.notes}</p>
      )}
      {photos.length > 0 && <PhotoGrid photos={photos} title="Damage claim" className="mt-3 sm:grid-cols-5" />}
      {photos.length > 0 && (
        <ol className="mt-2 list-decimal pl-5 text-muted text-sm">
          {claim.photos.map(({ id, filename, createdAt }) => (
            <li key={id} className="break-words">
              {filename}, added {momentIn(createdAt, booking.timezone)}
            </li>
          ))}
        </ol>
      )}
      <dl className="mt-4 grid gap-2 tabular-nums empty:hidden">
        {claimLines(claim).map(({ label, amount }, index) => (
          <div key={label} className={`flex justify-between gap-4 ${index === 0 ? "font-semibold" : "text-muted"}`}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      <p role="status" className="mt-3 text-pretty">
        {claimStatusText(claim, booking, now)}
      </p>
      {allowedActions.includes("resolve") && <p className="mt-1 text-muted text-sm">{limitText(booking)}</p>}
      <NotesAndActions booking={booking} actions={CLAIM_ACTIONS} notes={notes} {...context} />
    </PagePart>
  );
}
