import type { EarningsView } from "@nexby/contract/earnings";
import { useRef } from "react";
import { useSize } from "../../../components/map/use-size.ts";
import { formatCents } from "../../../lib/money.ts";
import { longMonth, shortMonth, yearOf } from "../month-words.ts";
import { namedMonths, stackOf, ticksFor } from "../plot-scale.ts";
import type { PlotSeries } from "../plot-series.ts";

type Months = EarningsView["months"];
type Props = { months: Months; series: readonly PlotSeries[] };

/** Of one series after the other; each stands out from the page in both appearances. */
export const SERIES_COLORS = ["var(--primary)", "var(--warning)", "var(--info)", "var(--heart)", "var(--muted)"];

const HEIGHT = 260;
const ABOVE = 12;
const BELOW = 40;
const BESIDE = 56;
/** For the half of the last name that is wider than its bar. */
const AFTER = 8;
const LEAST_LABEL_WIDTH = 38;
const MOST_BAR_WIDTH = 40;

/** A bar for each month. What it shows is in the table below as well. */
export function EarningsPlot({ months, series }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  return (
    <div ref={box} className="h-65">
      {size && size.width > BESIDE && <Bars width={size.width} months={months} series={series} />}
    </div>
  );
}

function Bars({ width, months, series }: Props & { width: number }) {
  const ticks = ticksFor(series, months.length);
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)];
  const y = (cents: number) => ABOVE + ((top - cents) / (top - bottom)) * (HEIGHT - ABOVE - BELOW);
  const monthWidth = (width - BESIDE - AFTER) / months.length;
  const barWidth = Math.min(MOST_BAR_WIDTH, monthWidth * 0.62);
  const left = (month: number) => BESIDE + monthWidth * (month + 0.5) - barWidth / 2;

  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={summaryOf(months)} className="block">
      {ticks.map((cents) => (
        <g key={cents}>
          <line
            x1={BESIDE}
            x2={width}
            y1={y(cents)}
            y2={y(cents)}
            className={cents === 0 ? "stroke-line-strong" : "stroke-line"}
          />
          <text x={BESIDE - 8} y={y(cents)} dy="0.35em" textAnchor="end" className="fill-muted text-xs tabular-nums">
            {formatCents(cents)}
          </text>
        </g>
      ))}
      {months.map(({ month }, index) =>
        stackOf(series, index).map(({ series: which, from, to }) => (
          <rect
            key={`${month} ${which}`}
            x={left(index)}
            width={barWidth}
            y={Math.min(y(from), y(to))}
            height={Math.abs(y(from) - y(to))}
            fill={SERIES_COLORS[which]}
          >
            <title>{`${series[which]?.name}, ${longMonth(month)}: ${formatCents(to - from)}`}</title>
          </rect>
        )),
      )}
      <MonthNames months={months} monthWidth={monthWidth} />
    </svg>
  );
}

function MonthNames({ months, monthWidth }: { months: Months; monthWidth: number }) {
  const named = namedMonths(months.length, monthWidth, LEAST_LABEL_WIDTH);
  return named.map((index, place) => {
    const month = months[index]?.month ?? "";
    const before = months[named[place - 1] ?? -1]?.month ?? "";
    const x = BESIDE + monthWidth * (index + 0.5);
    return (
      <text key={month} x={x} y={HEIGHT - BELOW + 20} textAnchor="middle" className="fill-muted text-xs">
        {shortMonth(month)}
        {yearOf(month) !== yearOf(before) && (
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
  const best = months.reduce((most, month) => (month.earnedCents > most.earnedCents ? month : most));
  const total = months.reduce((sum, { earnedCents }) => sum + earnedCents, 0);
  const words = `Earnings by month from ${longMonth(first)} to ${longMonth(last)}: ${formatCents(total)} in all`;
  return best.earnedCents > 0
    ? `${words}, the most in ${longMonth(best.month)}, ${formatCents(best.earnedCents)}`
    : words;
}
