const TIME = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone: "UTC" });

/** "6:30 PM" for "18:30". */
export const timeText = (time: string): string => TIME.format(new Date(`1970-01-01T${time}Z`));

const HALF_HOURS = Array.from({ length: 48 }, (_, half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, "0");
  return `${hour}:${half % 2 === 0 ? "00" : "30"}`;
});

/** Every half hour, and the current time if it is another. Time inputs would follow the browser's own language. */
export function timeOptions(current: string): { value: string; label: string }[] {
  const times = current === "" || HALF_HOURS.includes(current) ? HALF_HOURS : [...HALF_HOURS, current].sort();
  return times.map((time) => ({ value: time, label: timeText(time) }));
}
