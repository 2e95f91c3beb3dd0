import type { EarningsView } from "@nexby/contract/money/payouts";
import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import { useId, useRef } from "react";
import { Table } from "../../../components/ui/table.tsx";
import { useSize } from "../../../lib/browser/viewport.ts";
import { formatCents } from "../../../lib/format.ts";
import {
  distinct,
  longMonth,
  namedMonths,
  type PlotSeries,
  seriesOf,
  shortMonth,
  stackOf,
  ticksFor,
  yearOf,
} from "../plot.ts";

type EarningsByMonthProps = { earnings: EarningsView };

export function EarningsByMonth({ earnings }: EarningsByMonthProps) {
  const heading = useId();
  const series = seriesOf(earnings);
  const { months } = earnings;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="display-type text-xl">
        By month and item
      </h2>
      <p className="mt-1 max-w-prose text-pretty text-muted text-sm">Each rental counts in the month it ended.</p>
      {series.length === 0 ? (
        <p className="mt-4 rounded-card border border-line border-dashed p-6 text-muted">
          No rentals ended in the last {months.length} months.
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
            {dollarText(totalCents)} · {countOf(rentalCount, "rental")}
          </span>
        </li>
      ))}
    </ul>
  );
}

type Month = EarningsView["months"][number];

const MAX_TITLE_LENGTH = 28;
const short = (name: string) =>
  name.length > MAX_TITLE_LENGTH ? `${name.slice(0, MAX_TITLE_LENGTH).trimEnd()}…` : name;

/** Latest month first. */
function MonthTable({ months, series }: { months: EarningsView["months"]; series: readonly PlotSeries[] }) {
  const cents = (amount: number) => (amount === 0 ? "–" : dollarText(amount));
  const titles = distinct(series.map(({ name }) => short(name)));
  const amountOf = (month: Month, { values }: PlotSeries) => cents(values[months.indexOf(month)] ?? 0);
  return (
    <Table
      caption="Earnings by month and item"
      rows={[...months].reverse()}
      keyOf={({ month }) => month}
      columns={[
        { title: "Month", cell: ({ month }) => longMonth(month) },
        { title: "All items", cell: ({ earnedCents }) => cents(earnedCents), isNumber: true },
        ...series.map((itemSeries, index) => ({
          title: titles[index] ?? "",
          cell: (month: Month) => amountOf(month, itemSeries),
          isNumber: true,
        })),
      ]}
    />
  );
}

type Months = EarningsView["months"];
type EarningsPlotProps = { months: Months; series: readonly PlotSeries[] };

/** In series order; each has enough contrast in light and dark mode. */
const SERIES_COLORS = ["var(--primary)", "var(--warning)", "var(--info)", "var(--heart)", "var(--muted)"];

const HEIGHT = 260;
const TOP_MARGIN = 12;
const BOTTOM_MARGIN = 40;
const LEFT_MARGIN = 56;
/** Room for the last label, which can be wider than its bar. */
const RIGHT_MARGIN = 8;
const MIN_LABEL_WIDTH = 38;
const MAX_BAR_WIDTH = 40;

/** A bar per month. The table below has the same data. */
function EarningsPlot({ months, series }: EarningsPlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  return (
    <div ref={box} className="h-65">
      {size && size.width > LEFT_MARGIN && <Bars width={size.width} months={months} series={series} />}
    </div>
  );
}

function Bars({ width, months, series }: EarningsPlotProps & { width: number }) {
  const ticks = ticksFor(series, months.length);
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)];
  const y = (cents: number) => TOP_MARGIN + ((top - cents) / (top - bottom)) * (HEIGHT - TOP_MARGIN - BOTTOM_MARGIN);
  const monthWidth = (width - LEFT_MARGIN - RIGHT_MARGIN) / months.length;
  const barWidth = Math.min(MAX_BAR_WIDTH, monthWidth * 0.62);
  const left = (month: number) => LEFT_MARGIN + monthWidth * (month + 0.5) - barWidth / 2;

  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={summaryOf(months)} className="block">
      {ticks.map((cents) => (
        <g key={cents}>
          <line
            x1={LEFT_MARGIN}
            x2={width}
            y1={y(cents)}
            y2={y(cents)}
            className={cents === 0 ? "stroke-line-strong" : "stroke-line"}
          />
          <text
            x={LEFT_MARGIN - 8}
            y={y(cents)}
            dy="0.35em"
            textAnchor="end"
            className="fill-muted text-xs tabular-nums"
          >
            {formatCents(cents)}
          </text>
        </g>
      ))}
      {months.map(({ month }, index) =>
        stackOf(series, index).map(({ series: seriesIndex, from, to }) => (
          <rect
            key={`${month} ${seriesIndex}`}
            x={left(index)}
            width={barWidth}
            y={Math.min(y(from), y(to))}
            height={Math.abs(y(from) - y(to))}
            fill={SERIES_COLORS[seriesIndex]}
          >
            <title>{`${series[seriesIndex]?.name}, ${longMonth(month)}: ${formatCents(to - from)}`}</title>
          </rect>
        )),
      )}
      <MonthNames months={months} monthWidth={monthWidth} />
    </svg>
  );
}

function MonthNames({ months, monthWidth }: { months: Months; monthWidth: number }) {
  const named = namedMonths(months.length, monthWidth, MIN_LABEL_WIDTH);
  return named.map((index, position) => {
    const month = months[index]?.month ?? "";
    const previous = months[named[position - 1] ?? -1]?.month ?? "";
    const x = LEFT_MARGIN + monthWidth * (index + 0.5);
    return (
      <text key={month} x={x} y={HEIGHT - BOTTOM_MARGIN + 20} textAnchor="middle" className="fill-muted text-xs">
        {shortMonth(month)}
        {yearOf(month) !== yearOf(previous) && (
          <tspan x={x} dy="1rem">
            {yearOf(month)}
          </tspan>
        )}
      </text>
    );
  });
}

function summaryOf(months: Months): string {
  const [first, last] = [months[0]?.month ?? "", months.at(-1)?.month ?? ""];
  const best = months.reduce((highest, month) => (month.earnedCents > highest.earnedCents ? month : highest));
  const total = months.reduce((sum, { earnedCents }) => sum + earnedCents, 0);
  const text = `Earnings by month, ${longMonth(first)} to ${longMonth(last)}: ${formatCents(total)} total`;
  return best.earnedCents > 0
    ? `${text}, best month ${longMonth(best.month)} with ${formatCents(best.earnedCents)}`
    : text;
}
