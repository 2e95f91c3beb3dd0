import type { EarningsView } from "@nexby/contract/earnings";
import { useId } from "react";
import { Table } from "../../../components/ui/table.tsx";
import { countOf } from "../../../lib/count-of.ts";
import { formatExactCents } from "../../../lib/money.ts";
import { longMonth } from "../month-words.ts";
import { distinct, type PlotSeries, seriesOf } from "../plot-series.ts";
import { EarningsPlot, SERIES_COLORS } from "./earnings-plot.tsx";

type Props = { earnings: EarningsView };

export function EarningsByMonth({ earnings }: Props) {
  const heading = useId();
  const series = seriesOf(earnings);
  const { months } = earnings;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="display-type text-xl">
        By month and item
      </h2>
      <p className="mt-1 max-w-prose text-pretty text-muted text-sm">
        A rental counts in the month in which it ended where the item is.
      </p>
      {series.length === 0 ? (
        <p className="mt-4 rounded-card border border-line border-dashed p-6 text-muted">
          No rental ended in the last {months.length} months.
        </p>
      ) : (
        <div className="mt-4 rounded-card border border-line bg-surface p-4 md:p-6">
          <Legend series={series} />
          <EarningsPlot months={months} series={series} />
          <details className="mt-2">
            <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-on-primary-soft underline underline-offset-4">
              Show as a table
            </summary>
            <div className="mt-3">
              <MonthTable months={months} series={series} />
            </div>
          </details>
        </div>
      )}
    </section>
  );
}

function Legend({ series }: { series: readonly PlotSeries[] }) {
  return (
    <ul aria-label="Items" className="mb-4 grid gap-x-6 gap-y-2 sm:grid-cols-2">
      {series.map(({ name, totalCents, rentalCount }, index) => (
        <li key={name} className="flex min-w-0 items-baseline gap-2 text-sm">
          <svg width={12} height={12} aria-hidden="true" className="shrink-0 translate-y-px">
            <rect width={12} height={12} rx={3} fill={SERIES_COLORS[index]} />
          </svg>
          <span className="min-w-0 truncate font-medium">{name}</span>
          <span className="ml-auto shrink-0 text-muted tabular-nums">
            {formatExactCents(totalCents)} · {countOf(rentalCount, "rental")}
          </span>
        </li>
      ))}
    </ul>
  );
}

type Month = EarningsView["months"][number];

const MOST_IN_HEAD = 28;
const short = (name: string) => (name.length > MOST_IN_HEAD ? `${name.slice(0, MOST_IN_HEAD).trimEnd()}…` : name);

/** The latest first: that is what is looked for. */
function MonthTable({ months, series }: { months: EarningsView["months"]; series: readonly PlotSeries[] }) {
  const cents = (amount: number) => (amount === 0 ? "–" : formatExactCents(amount));
  const heads = distinct(series.map(({ name }) => short(name)));
  const amountOf = (month: Month, { values }: PlotSeries) => cents(values[months.indexOf(month)] ?? 0);
  return (
    <Table
      caption="Earnings by month and item"
      rows={[...months].reverse()}
      keyOf={({ month }) => month}
      columns={[
        { title: "Month", cell: ({ month }) => longMonth(month) },
        { title: "All items", cell: ({ earnedCents }) => cents(earnedCents), isNumber: true },
        ...series.map((one, index) => ({
          title: heads[index] ?? "",
          cell: (month: Month) => amountOf(month, one),
          isNumber: true,
        })),
      ]}
    />
  );
}
