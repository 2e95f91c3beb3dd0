const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const GREGORIAN_CYCLE = 400;

type Day = { year: number; month: number; monthDay: number; monthLength: number; yearDay: number; yearLength: number };
type Rule = { freq: string; interval: number; startYear: number; parts: ReadonlyMap<string, readonly string[]> };

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

function daysOf(year: number, leap: boolean): Day[] {
  const yearLength = leap ? 366 : 365;
  let yearDay = 0;
  return MONTH_LENGTHS.flatMap((length, index) => {
    const monthLength = leap && index === 1 ? 29 : length;
    return Array.from({ length: monthLength }, (_, day) => {
      yearDay += 1;
      return { year, month: index + 1, monthDay: day + 1, monthLength, yearDay, yearLength };
    });
  });
}

/** Every kind of year: common and leap, each starting on every weekday. `year` is the first day's weekday. */
const COMMON_YEARS = WEEKDAYS.flatMap((_, weekday) => daysOf(weekday, false));
const LEAP_YEARS = WEEKDAYS.flatMap((_, weekday) => daysOf(weekday, true));

/** Reads the text of a rule: a DTSTART line and an RRULE line. */
function parseRule(text: string): Rule {
  const [, startYear = "2000"] = /DTSTART[^:]*:(\d{4})/.exec(text) ?? [];
  const parts = new Map(
    (/RRULE:(.*)/.exec(text)?.[1] ?? "").split(";").map((part): [string, string[]] => {
      const [name = "", value = ""] = part.split("=");
      return [name.toUpperCase(), value.toUpperCase().split(",")];
    }),
  );
  const freq = parts.get("FREQ")?.[0] ?? "";
  return { freq, interval: Number(parts.get("INTERVAL")?.[0] ?? 1), startYear: Number(startYear), parts };
}

/** Position from the start, or from the end if negative. */
const isAt = (position: number, fromStart: number, length: number) =>
  position === (position > 0 ? fromStart : fromStart - length - 1);

/** Week numbers depend on the first day of the week, so a neighboring week counts too, also across New Year. */
function isNearWeek(week: number, { yearDay, yearLength }: Day): boolean {
  const fromEnd = yearLength - yearDay + 1;
  const distance = Math.abs(Math.ceil((week > 0 ? yearDay : fromEnd) / 7) - Math.abs(week));
  return distance <= 1 || distance >= 51;
}

const weekdayOf = ({ year, yearDay }: Day) => WEEKDAYS[(year + yearDay - 1) % 7];

function isWeekday(token: string, day: Day, { freq, parts }: Rule): boolean {
  const [, ordinal = "", name = ""] = /^([+-]?\d*)([A-Z]{2})$/.exec(token) ?? [];
  if (weekdayOf(day) !== name) return false;
  const nth = Number(ordinal);
  if (nth === 0 || (freq !== "MONTHLY" && freq !== "YEARLY")) return true;
  const isInMonth = freq === "MONTHLY" || parts.has("BYMONTH");
  const [at, length] = isInMonth ? [day.monthDay, day.monthLength] : [day.yearDay, day.yearLength];
  return Math.abs(nth) === Math.ceil((nth > 0 ? at : length - at + 1) / 7);
}

function fits(day: Day, rule: Rule): boolean {
  const some = (name: string, test: (value: string) => boolean) => rule.parts.get(name)?.some(test) ?? true;
  return (
    some("BYMONTH", (value) => Number(value) === day.month) &&
    some("BYMONTHDAY", (value) => isAt(Number(value), day.monthDay, day.monthLength)) &&
    some("BYYEARDAY", (value) => isAt(Number(value), day.yearDay, day.yearLength)) &&
    some("BYWEEKNO", (value) => isNearWeek(Number(value), day)) &&
    some("BYDAY", (value) => isWeekday(value, day, rule))
  );
}

/** The highest position that BYSETPOS can select in one period of the rule, or more. */
function largestSet({ freq, parts }: Rule, days: readonly Day[]): number {
  const times = ["BYHOUR", "BYMINUTE", "BYSECOND"].reduce((count, name) => count * (parts.get(name)?.length ?? 1), 1);
  if (freq === "WEEKLY") return times * new Set(days.map(weekdayOf)).size;
  if (freq !== "YEARLY" && freq !== "MONTHLY") return times;
  const counts = new Map<string, number>();
  for (const { year, month, yearLength } of days) {
    const period = `${year} ${yearLength} ${freq === "MONTHLY" ? month : ""}`;
    counts.set(period, (counts.get(period) ?? 0) + 1);
  }
  return times * Math.max(...counts.values());
}

/**
 * False if no day of any year fits the rule, such as February 30. The library would search 10,000 periods in vain,
 * which takes seconds.
 */
export function canOccur(text: string): boolean {
  const rule = parseRule(text);
  // Other calendars than the Gregorian one have other months.
  if (rule.parts.has("RSCALE")) return true;
  const { freq, interval, startYear, parts } = rule;
  const hasLeapYear =
    freq !== "YEARLY" ||
    Array.from({ length: GREGORIAN_CYCLE }, (_, times) => startYear + times * interval).some(isLeap);
  const years = hasLeapYear ? [COMMON_YEARS, LEAP_YEARS] : [COMMON_YEARS];
  const positions = parts.get("BYSETPOS")?.map((position) => Math.abs(Number(position)));
  if (!positions) return years.some((days) => days.some((day) => fits(day, rule)));
  const days = years.flat().filter((day) => fits(day, rule));
  return days.length > 0 && Math.min(...positions) <= largestSet(rule, days);
}
