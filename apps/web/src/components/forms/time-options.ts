const TIME = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone: "UTC" });

/** "6:30 PM" for "18:30". */
export const timeText = (time: string): string => TIME.format(new Date(`1970-01-01T${time}Z`));

const HALF_HOURS = Array.from({ length: 48 }, (_, half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, "0");
  return `${hour}:${half % 2 === 0 ? "00" : "30"}`;
});

type Hours = { from: string; to: string };

/**
 * Every half hour within the given hours, and the current time if it is another. Time inputs would follow the browser's
 * own language.
 */
export function timeOptions(current: string, within?: Hours): { value: string; label: string }[] {
  const times = within ? HALF_HOURS.filter((time) => within.from <= time && time <= within.to) : HALF_HOURS;
  const shown = current === "" || times.includes(current) ? times : [...times, current].sort();
  return shown.map((time) => ({ value: time, label: timeText(time) }));
}

/** "9:00 AM – 6:00 PM" */
export const hoursText = ({ from, to }: Hours): string => `${timeText(from)} – ${timeText(to)}`;
