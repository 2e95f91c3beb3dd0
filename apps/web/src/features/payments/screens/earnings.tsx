import type { EarningsView, PayoutView } from "@nexby/contract/money/payouts";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import { localDate } from "@nexby/domain/kernel/calendar";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Link } from "wouter";
import moneyBag from "../../../../../../assets/web/money-bag.webp";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { EmptyState, Notice } from "../../../components/ui/notice.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { Select } from "../../../components/ui/select.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { Table } from "../../../components/ui/table.tsx";
import { formatDay, rangeText } from "../../../lib/dates.ts";
import { getEarnings as earningsQuery, listPayouts, statementPath } from "../api.ts";
import { EarningsByMonth } from "../components/earnings-chart.tsx";
import { statementYears } from "../plot.ts";

const STATUSES = {
  pending: { look: "waiting", label: "On the way" },
  paid: { look: "good", label: "Paid" },
  failed: { look: "bad", label: "Failed" },
} as const;

function Payouts() {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="display-type text-xl">
        Payouts
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-pretty text-muted text-sm">
        Money sent to your payout account. If a payout fails, we try again every day.
      </p>
      <PayoutTable />
    </section>
  );
}

function PayoutTable() {
  const pages = useInfiniteQuery(listPayouts());
  const rows = useRef<HTMLTableSectionElement>(null);
  const payouts = pages.data?.pages.flatMap((page) => page.body) ?? [];
  if (pages.isPending) {
    return (
      <SkeletonArea label="Loading payouts">
        <SkeletonBar shape="card" className="h-48" />
      </SkeletonArea>
    );
  }
  if (pages.isLoadingError) return <ErrorCard onRetry={() => void pages.refetch()} />;
  return (
    <>
      <Table
        caption="Payouts"
        bodyRef={rows}
        rows={payouts}
        keyOf={({ id }) => id}
        empty={<p className="p-6 text-muted">No payouts yet.</p>}
        columns={[
          { title: "Rental", cell: (payout) => <Rental payout={payout} /> },
          { title: "Amount", cell: amountOf, isNumber: true },
          { title: "Status", cell: (payout) => <PayoutStatus payout={payout} /> },
          { title: "Date", cell: ({ paidAt, createdAt }) => formatDay(paidAt ?? createdAt) },
        ]}
      />
      <ShowMore pages={pages} count={payouts.length} list={rows} problem="We couldn’t load more payouts." />
    </>
  );
}

const amountOf = ({ kind, amountCents }: PayoutView) => dollarText(kind === "reversal" ? -amountCents : amountCents);

function Rental({ payout: { bookingId, item, startDate, endDate } }: { payout: PayoutView }) {
  return (
    <Link
      href={`/my-bookings/${bookingId}`}
      className="group flex min-h-11 max-w-36 flex-col justify-center sm:max-w-80"
    >
      <span className="truncate font-medium underline-offset-4 group-hover:underline">{item.title}</span>
      <span className="text-muted text-sm">{rangeText(localDate(startDate), localDate(endDate))}</span>
    </Link>
  );
}

function PayoutStatus({ payout: { kind, status } }: { payout: PayoutView }) {
  if (kind === "reversal" && status === "paid") return <Badge look="plain">Reversed</Badge>;
  const { look, label } = STATUSES[status];
  return <Badge look={look}>{label}</Badge>;
}

/** The owner's earnings, payouts and statements. */
export function Earnings() {
  const { data: earnings, isError, refetch } = useQuery(earningsQuery());
  if (isError && !earnings) return <ErrorCard onRetry={() => void refetch()} />;
  if (!earnings) return <EarningsSkeleton />;
  return (
    <div className="grid grid-cols-1 gap-8 md:gap-10">
      {!earnings.isPayoutReady && <PayoutAccountNotice waitingCents={earnings.totals.onItsWayCents} />}
      {hasEarnings(earnings) ? <Money earnings={earnings} /> : <NothingYet />}
    </div>
  );
}

const hasEarnings = ({ totals, items }: EarningsView): boolean =>
  items.length > 0 || Object.values(totals).some((cents) => cents !== 0);

function Money({ earnings }: { earnings: EarningsView }) {
  return (
    <>
      <EarningsTotals totals={earnings.totals} isPayoutReady={earnings.isPayoutReady} />
      <EarningsByMonth earnings={earnings} />
      <Payouts />
      <Statements years={statementYears(earnings)} />
    </>
  );
}

function PayoutAccountNotice({ waitingCents }: { waitingCents: number }) {
  return (
    <Notice look="information" title="Set up payouts to get paid">
      <p>
        {waitingCents > 0
          ? `${dollarText(waitingCents)} is waiting. We’ll send it as soon as your payout account is ready.`
          : "You can rent out items without a payout account. We’ll send your earnings once it’s ready."}
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
      text="After your first rental, your earnings by month appear here."
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

type Totals = EarningsView["totals"];
type Figure = { name: keyof Totals; label: string; text: string; isAlwaysShown: boolean };

const FIGURES: readonly Figure[] = [
  {
    name: "earnedCents",
    label: "Earned",
    text: "From rentals that have ended, after our commission.",
    isAlwaysShown: true,
  },
  { name: "paidOutCents", label: "Paid out", text: "Sent to your payout account.", isAlwaysShown: true },
  { name: "onItsWayCents", label: "On the way", text: "Sent two days after a return.", isAlwaysShown: true },
  {
    name: "upcomingCents",
    label: "Upcoming",
    text: "From rentals that haven’t ended yet.",
    isAlwaysShown: true,
  },
  { name: "onHoldCents", label: "On hold", text: "Until the claim or dispute is resolved.", isAlwaysShown: false },
  { name: "owedCents", label: "You owe", text: "Deducted from your next payouts.", isAlwaysShown: false },
];

const WAITING: Figure = {
  name: "onItsWayCents",
  label: "Waiting",
  text: "Sent as soon as your payout account is ready.",
  isAlwaysShown: true,
};

type EarningsTotalsProps = { totals: Totals; isPayoutReady: boolean };

function EarningsTotals({ totals, isPayoutReady }: EarningsTotalsProps) {
  const shown = FIGURES.filter(({ name, isAlwaysShown }) => isAlwaysShown || totals[name] !== 0).map((figure) =>
    figure.name === WAITING.name && !isPayoutReady ? WAITING : figure,
  );
  return (
    <dl className={`grid grid-cols-2 gap-3 md:gap-4 ${shown.length > 4 ? "lg:grid-cols-3" : "lg:grid-cols-4"}`}>
      {shown.map(({ name, label, text }) => (
        <div key={name} className="rounded-card border border-line bg-surface p-4">
          <dt className="font-semibold text-muted text-sm">{label}</dt>
          <dd className="mt-1 display-type text-xl tabular-nums sm:text-2xl">{dollarText(totals[name])}</dd>
          <dd className="mt-1 text-pretty text-muted text-sm">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Above this number, a select replaces the links. */
const MAX_LINKS = 3;

function Statements({ years }: { years: readonly string[] }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="display-type text-xl">
        Statements
      </h2>
      <p className="mt-1 max-w-prose text-pretty text-muted text-sm">
        Each file lists the year’s rentals with their amounts and payouts. Open it in any spreadsheet app.
      </p>
      {years.length > MAX_LINKS ? (
        <StatementChoice years={years} />
      ) : (
        <ul className="mt-4 flex flex-wrap gap-3">
          {years.map((year) => (
            <li key={year}>
              <StatementLink year={year} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function StatementChoice({ years: [latest = "", ...earlier] }: { years: readonly string[] }) {
  const [chosen, setChosen] = useState("");
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3">
      <Select
        label="Year"
        everything={latest}
        options={earlier.map((year) => ({ value: year, label: year }))}
        value={chosen}
        onChange={setChosen}
      />
      <StatementLink year={chosen || latest} />
    </div>
  );
}

function StatementLink({ year }: { year: string }) {
  return (
    <a href={statementPath(year)} download className={BUTTON_STYLE.outline}>
      <Download size={18} strokeWidth={1.75} aria-hidden="true" />
      Download {year} (CSV)
    </a>
  );
}
