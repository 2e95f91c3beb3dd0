import type { PayoutView } from "@nexby/contract/money/payouts";
import { localDate } from "@nexby/domain/kernel/calendar";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { Link } from "wouter";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { Table } from "../../../components/ui/table.tsx";
import { formatDay, rangeText } from "../../../lib/dates.ts";
import { formatExactCents } from "../../../lib/format.ts";
import { listPayouts } from "../api.ts";

const STATUSES = {
  pending: { look: "waiting", label: "On the way" },
  paid: { look: "good", label: "Paid" },
  failed: { look: "bad", label: "Failed" },
} as const;

export function Payouts() {
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

const amountOf = ({ kind, amountCents }: PayoutView) =>
  formatExactCents(kind === "reversal" ? -amountCents : amountCents);

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
