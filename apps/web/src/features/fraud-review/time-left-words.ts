const MINUTE = 60;

/** "2 h 3 min", "12 h", "3 min"; nothing below a minute. */
function spanWords(seconds: number): string {
  const minutes = Math.floor(seconds / MINUTE);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ");
}

/** How long there is to decide. */
export function timeLeftWords(seconds: number): string {
  const span = spanWords(Math.abs(seconds));
  if (seconds <= 0) return span ? `Overdue for ${span}` : "Overdue";
  return span ? `${span} left` : "Less than a minute left";
}
