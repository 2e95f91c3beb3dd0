import { refundDeadlines } from "@nexby/domain/bookings/cancellation";
import type { LossTerms } from "@nexby/domain/damage/loss-terms";
import type { LateFeeTerms } from "@nexby/domain/late-fees/late-fee";
import type { CancellationPolicy } from "@nexby/domain/listings/item-terms";
import type { Piece } from "@nexby/domain/listings/kit";
import type { ReactNode } from "react";
import { fullRefundCopy, GENERAL_DEADLINES, momentText, pieceCopy } from "../../../components/rental/copy.ts";
import { formatCents } from "../../../lib/format.ts";
import { lateFeeCopy } from "../copy.ts";

/** Shows possible extra costs before the renter agrees to them. */
export function ExtraCosts(terms: RentalTerms) {
  const { refunds, refundNote, late, damage, loss, pieces } = extraCostsOf(terms);
  return (
    <div className="grid max-w-xl grid-cols-1 gap-5">
      <Case title="If you cancel">
        <Rows rows={refunds.map(({ until, refund }) => [until, refund])} note={refundNote} />
      </Case>
      {late && (
        <Case title="If you return it late">
          <p className="text-pretty">{late}</p>
        </Case>
      )}
      <Case title="If something breaks or gets lost">
        <p className="text-pretty">{damage}</p>
        {loss && <p className="mt-2 text-pretty">{loss}</p>}
      </Case>
      {pieces.length > 0 && (
        <Case title="If a piece is missing">
          <Rows rows={pieces} note={PIECES_NOTE} />
        </Case>
      )}
    </div>
  );
}

type Row = readonly [label: string, value: string];

function Rows({ rows, note }: { rows: readonly Row[]; note: string }) {
  return (
    <>
      <dl aria-live="polite" className="grid gap-1.5">
        {rows.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="min-w-0 break-words text-muted">{label}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-pretty text-muted text-sm">{note}</p>
    </>
  );
}

function Case({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      {children}
    </div>
  );
}

export type RentalTerms = {
  policy: CancellationPolicy;
  /** Null until dates are chosen. */
  startAt: string | null;
  timezone: string;
  now: Date;
  quantity: number;
  isFoodTruck: boolean;
  /** Undefined until there is a price; null when a late return costs nothing. */
  lateFee: LateFeeTerms | null | undefined;
  depositCents: number;
  /** The replacement value or the prices of all pieces. Undefined until there is a price. */
  damageLimitCents: number | undefined;
  /** Undefined until there is a price, and for food trucks. */
  loss?: LossTerms | undefined;
  /** Undefined until there is a price. */
  isAllTaxRefunded: boolean | undefined;
  isInsured: boolean;
  /** For all booked units; empty until there is a price. */
  pieces?: readonly Piece[] | undefined;
};

type Refund = { until: string; refund: string };

const EVERYTHING = "Full refund";
const HALF = "50% refund of the rental";
const NOTHING = "No refund of the rental";

function refundsOf({ policy, startAt, timezone, now }: RentalTerms): Refund[] {
  const last = { until: "Later", refund: NOTHING };
  if (startAt === null) {
    const [full, half] = GENERAL_DEADLINES[policy];
    return [{ until: `Until ${full}`, refund: EVERYTHING }, { until: `Until ${half}`, refund: HALF }, last];
  }
  const upcoming = refundDeadlines(policy, new Date(startAt)).filter(({ until }) => until > now);
  const tiers = upcoming.map(({ percent, until }) => ({
    until: `Until ${momentText(until, timezone)}`,
    refund: percent === 100 ? EVERYTHING : HALF,
  }));
  return [...tiers, tiers.length > 0 ? last : { until: "From now on", refund: NOTHING }];
}

const refundNote = ({ isAllTaxRefunded, isInsured }: RentalTerms): string =>
  `${fullRefundCopy(isAllTaxRefunded, isInsured)}. The service fee is refunded only with a full refund. Canceling is free within 24 hours of the owner’s approval if the start is at least two days away.`;

const LOST_COPY = " If it isn’t back seven days after the end, it’s considered lost.";

const lateCopy = ({ lateFee, quantity }: RentalTerms): string =>
  (lateFee === undefined ? "Choose your dates to see the late fee." : lateFeeCopy(lateFee, quantity)) + LOST_COPY;

/** An admin decides every claim, and nobody is charged without notice. */
function damageCopy({ depositCents, damageLimitCents }: RentalTerms): string {
  if (damageLimitCents === undefined) return "Choose your dates to see what damage could cost.";
  if (damageLimitCents > depositCents) {
    const first = depositCents > 0 ? `the ${formatCents(depositCents)} deposit first, then ` : "";
    return `You could pay up to ${formatCents(damageLimitCents)}, what it costs to replace: ${first}your card. Our team decides, and we’ll tell you 48 hours before we charge it.`;
  }
  return depositCents > 0
    ? `You could pay up to the ${formatCents(depositCents)} deposit. Our team decides.`
    : "There’s no deposit and no agreed replacement value, so we don’t charge your card for damage.";
}

/** A lost item can have a late fee, too. */
function lossCopy({ loss, lateFee, quantity }: RentalTerms): string | null {
  if (!loss?.maxCents) return null;
  const lost = quantity > 1 ? `If all ${quantity} are lost` : "If it’s lost";
  const total = `${lost}, you pay up to ${formatCents(loss.maxCents)}${lateFee ? ", including the late fee" : ""}.`;
  return loss.isNamedByOwner
    ? `${total} The owner names up to ${formatCents(loss.valueCents)} of it, and you can contest that.`
    : total;
}

const PIECES_NOTE =
  "You agree to these prices when you book. Count the pieces at pickup: you pay only for pieces that you received and didn’t return.";

export const extraCostsOf = (terms: RentalTerms) => ({
  refunds: refundsOf(terms),
  refundNote: refundNote(terms),
  late: terms.isFoodTruck ? null : lateCopy(terms),
  damage: damageCopy(terms),
  loss: lossCopy(terms),
  pieces: (terms.pieces ?? []).map(pieceCopy),
});
