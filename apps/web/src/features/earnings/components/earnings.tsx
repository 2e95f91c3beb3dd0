import type { EarningsView } from "@nexby/contract/earnings";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import moneyBag from "../../../assets/money-bag.webp";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";
import { formatExactCents } from "../../../lib/money.ts";
import { earnings as earningsQuery } from "../api/earnings.ts";
import { statementYears } from "../statement-years.ts";
import { EarningsByMonth } from "./earnings-by-month.tsx";
import { EarningsTotals } from "./earnings-totals.tsx";
import { Payouts } from "./payouts.tsx";
import { Statements } from "./statements.tsx";

/** What an owner has earned, where that money is, and what of it was sent to them. */
export function Earnings() {
  const { data: earnings, isError, refetch } = useQuery(earningsQuery());
  if (isError && !earnings) return <ErrorCard onRetry={() => void refetch()} />;
  if (!earnings) return <EarningsSkeleton />;
  return (
    <div className="grid grid-cols-1 gap-8 md:gap-10">
      {!earnings.isPayoutReady && <PayoutAccountNotice waitingCents={earnings.totals.onItsWayCents} />}
      {hasBegun(earnings) ? <Money earnings={earnings} /> : <NothingYet />}
    </div>
  );
}

const hasBegun = ({ totals, items }: EarningsView): boolean =>
  items.length > 0 || Object.values(totals).some((cents) => cents !== 0);

function Money({ earnings }: { earnings: EarningsView }) {
  return (
    <>
      <EarningsTotals totals={earnings.totals} />
      <EarningsByMonth earnings={earnings} />
      <Payouts />
      <Statements years={statementYears(earnings)} />
    </>
  );
}

function PayoutAccountNotice({ waitingCents }: { waitingCents: number }) {
  return (
    <Notice look="information" title="Your earnings need somewhere to go">
      <p>
        {waitingCents > 0
          ? `${formatExactCents(waitingCents)} waits until your payout account is ready.`
          : "Set up your payout account, and what you earn is sent there by itself."}
      </p>
      <Link
        href="/profile?tab=payments"
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        Set up payouts
      </Link>
    </Notice>
  );
}

function NothingYet() {
  return (
    <EmptyState
      picture={moneyBag}
      title="No earnings yet"
      text="What your items earn appears here, month by month, from the first rental on."
    >
      <Link href="/booking-requests" className={BUTTON_STYLE.outline}>
        Booking requests
      </Link>
    </EmptyState>
  );
}

function EarningsSkeleton() {
  return (
    <SkeletonArea label="Loading earnings">
      <div className="grid gap-8">
        <div className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
          {["a", "b", "c", "d"].map((figure) => (
            <SkeletonBar key={figure} shape="card" className="h-32" />
          ))}
        </div>
        <SkeletonBar shape="card" className="h-96" />
      </div>
    </SkeletonArea>
  );
}
