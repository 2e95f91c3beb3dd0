import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ChevronProps, DayPicker, type Matcher } from "react-day-picker";
import { dateOf, localMidnight, monthOf, monthsLater } from "../../lib/dates.ts";

type Props = {
  month: LocalDate;
  monthsInView: 1 | 2;
  today: LocalDate;
  from: LocalDate | null;
  to: LocalDate | null;
  isLoading: boolean;
  /** Reason a day cannot be chosen, or null. */
  blockedReason: (date: LocalDate) => string | null;
  onChoose: (date: LocalDate) => void;
  onMonthChange: (month: LocalDate) => void;
};

/** Bookings can be made at most a year ahead. */
const MONTHS_AHEAD = 12;

const ARROW =
  "grid size-11 place-items-center rounded-full transition-colors duration-120 hover:bg-subtle aria-disabled:invisible";

const LOOKS = {
  root: "select-none",
  nav: "absolute inset-x-0 top-0 flex justify-between",
  button_previous: ARROW,
  button_next: ARROW,
  month: "min-w-0",
  month_caption: "grid h-11 place-items-center",
  caption_label: "font-semibold",
  month_grid: "mt-2 w-full table-fixed border-collapse",
  weekday: "h-8 font-medium text-muted text-xs",
  day: "p-0 py-0.5",
  day_button:
    "grid h-11 w-full place-items-center rounded-control tabular-nums -outline-offset-2 transition-colors duration-120 enabled:hover:bg-subtle",
  today: "font-bold",
  disabled: "text-muted line-through opacity-60",
  outside: "invisible",
  range_middle: "bg-primary-soft text-on-primary-soft",
  range_start:
    "rounded-l-control bg-primary-soft [&>button]:bg-primary! [&>button]:font-semibold [&>button]:text-on-primary",
  range_end:
    "rounded-r-control bg-primary-soft [&>button]:bg-primary! [&>button]:font-semibold [&>button]:text-on-primary",
};

const FULL_DAY = new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric", year: "numeric" });

/** Screen readers announce why a day cannot be chosen. */
export function DayGrid({ month, monthsInView, today, from, to, isLoading, blockedReason, ...on }: Props) {
  const isClosed: Matcher = (date: Date) => blockedReason(dateOf(date)) !== null;

  return (
    <div aria-busy={isLoading}>
      <DayPicker
        mode="range"
        selected={{ from: from ? localMidnight(from) : undefined, to: to ? localMidnight(to) : undefined }}
        onSelect={(_range, day) => on.onChoose(dateOf(day))}
        month={localMidnight(month)}
        onMonthChange={(shown) => on.onMonthChange(dateOf(shown))}
        numberOfMonths={monthsInView}
        startMonth={localMidnight(monthOf(today))}
        endMonth={localMidnight(monthsLater(monthOf(today), MONTHS_AHEAD))}
        today={localMidnight(today)}
        disabled={isClosed}
        classNames={{ ...LOOKS, months: `relative grid gap-x-8 ${monthsInView === 2 ? "grid-cols-2" : ""}` }}
        components={{ Chevron }}
        labels={{
          labelPrevious: () => "Previous month",
          labelNext: () => "Next month",
          labelDayButton: (date, { selected, disabled }) => {
            const blocker = disabled ? blockedReason(dateOf(date)) : null;
            return [FULL_DAY.format(date), ...(blocker ? [blocker] : selected ? ["chosen"] : [])].join(", ");
          },
        }}
      />
    </div>
  );
}

function Chevron({ orientation }: ChevronProps) {
  const Icon = orientation === "left" ? ChevronLeft : ChevronRight;
  return <Icon size={20} strokeWidth={1.75} aria-hidden="true" />;
}
