/** The months up to and with one, as many as asked for, oldest first: "2026-11". */
export function monthsUpTo(last: string, count: number): string[] {
  const [year = 0, month = 0] = last.split("-").map(Number);
  return Array.from({ length: count }, (_, index) => {
    const first = new Date(Date.UTC(year, month - 1 - (count - 1 - index), 1));
    return first.toISOString().slice(0, 7);
  });
}

const FURTHEST_ZONE_MS = 14 * 3_600_000;

/** The first instant at which a month has begun anywhere. */
export const beginningOf = (month: string): Date =>
  new Date(new Date(`${month}-01T00:00:00Z`).getTime() - FURTHEST_ZONE_MS);
