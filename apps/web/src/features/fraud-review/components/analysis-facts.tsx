import type { FraudAnalysisView } from "@nexby/contract/fraud";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { formatDay, formatMoment } from "../../../lib/dates.ts";
import { formatExactCents } from "../../../lib/money.ts";
import { zonedFormat } from "../../../lib/zoned-time.ts";
import { nameOf } from "../decisions.ts";

const MOMENT = { year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;

const daysOf = ({ startAt, endAt, timezone }: FraudAnalysisView["booking"]): string =>
  zonedFormat(new Date(startAt), timezone, MOMENT).formatRange(new Date(startAt), new Date(endAt));

/** Who asks for what, when, and for how much. */
export function AnalysisFacts({ analysis }: { analysis: FraudAnalysisView }) {
  const { booking, renter, owner, createdAt } = analysis;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
      <Fact title="Renter">
        <PersonLink person={renter} />, since {formatDay(renter.createdAt)}
        <span className="block break-words text-muted">{renter.email}</span>
      </Fact>
      <Fact title="Owner">
        <PersonLink person={owner} />
      </Fact>
      <Fact title="When">{daysOf(booking)}</Fact>
      <Fact title="Exchange">
        <span className="capitalize">{booking.exchangeType}</span>
        {booking.quantity > 1 && `, ${booking.quantity} units`}
      </Fact>
      <Fact title="Amount">
        <span className="tabular-nums">{formatExactCents(booking.totalCents)}</span>
        {booking.depositCents > 0 && ` and ${formatExactCents(booking.depositCents)} deposit`}
      </Fact>
      <Fact title="Requested">{formatMoment(createdAt)}</Fact>
    </dl>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{title}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function PersonLink({ person }: { person: FraudAnalysisView["owner"] }) {
  return (
    <Link
      href={`/users/${person.id}`}
      className="-my-3 inline-flex min-h-11 items-center font-semibold underline underline-offset-4 hover:text-muted"
    >
      {nameOf(person)}
    </Link>
  );
}
