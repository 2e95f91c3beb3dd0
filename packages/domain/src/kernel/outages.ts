/** A period in which no worker ran: nobody was reminded, charged or paid. */
export type Outage = { readonly from: Date; readonly to: Date };

/**
 * The end of a time limit, in which outages don't count. A limit of zero that falls into an outage ends with it. Outages
 * come oldest first and don't overlap.
 */
export function endOfLimit(outages: readonly Outage[], start: Date, milliseconds: number): Date {
  let end = start.getTime() + milliseconds;
  for (const { from, to } of outages) {
    if (to <= start || from.getTime() >= end) continue;
    end += to.getTime() - Math.max(from.getTime(), start.getTime());
  }
  return new Date(end);
}

/** A stored deadline whose limit began `milliseconds` before, as `endOfLimit` moves it. */
export const lengthened = (outages: readonly Outage[], deadline: Date, milliseconds: number): Date =>
  endOfLimit(outages, new Date(deadline.getTime() - milliseconds), milliseconds);
