import { addDays, dayOfWeek, type LocalDate, WEEKDAYS } from "@nexby/domain/kernel/calendar";
import { daysIn } from "../../lib/months.ts";

type Props = {
  month: LocalDate;
  /** The days it is about, both ends included. */
  from: LocalDate;
  to: LocalDate;
  today: LocalDate;
  isTaken: (date: LocalDate) => boolean;
};

const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const WEEK = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"];

/** One month to look at, not to choose from. What it shows is also said in words beside it. */
export function MonthGlance({ month, from, to, today, isTaken }: Props) {
  const days = Array.from({ length: daysIn(month) }, (_, index) => addDays(month, index));
  const offset = (WEEKDAYS.indexOf(dayOfWeek(month)) + 1) % 7;
  const lookOf = (date: LocalDate) => {
    if (date >= from && date <= to) return wantedLook(date, from, to);
    if (isTaken(date)) return "bg-sunken text-muted line-through";
    return date < today ? "text-muted" : "font-medium";
  };

  return (
    <div aria-hidden="true" className="w-52 max-w-full text-xs tabular-nums">
      <p className="mb-1 font-semibold text-sm">{MONTH.format(new Date(`${month}T12:00:00Z`))}</p>
      <div className="grid grid-cols-7 gap-y-0.5">
        {WEEK.map((weekday) => (
          <span key={weekday} className="grid h-6 place-items-center text-muted">
            {weekday}
          </span>
        ))}
        {days.map((date, index) => (
          <span
            key={date}
            style={index === 0 ? { gridColumnStart: offset + 1 } : undefined}
            className={`grid h-7 place-items-center ${lookOf(date)}`}
          >
            {Number(date.slice(8))}
          </span>
        ))}
      </div>
    </div>
  );
}

function wantedLook(date: LocalDate, from: LocalDate, to: LocalDate): string {
  const ends = [date === from && "rounded-l-control", date === to && "rounded-r-control"].filter(Boolean).join(" ");
  return `bg-primary font-semibold text-on-primary ${ends}`;
}
