const viewersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

type Parts = Omit<Intl.DateTimeFormatOptions, "timeZone" | "timeZoneName" | "dateStyle" | "timeStyle">;

/** Writes moments around an instant by the clock of a zone, and names that clock to who reads it by another. */
export const zonedFormat = (instant: Date, timeZone: string, parts: Parts, ownZone = viewersZone()) =>
  new Intl.DateTimeFormat("en-US", {
    ...parts,
    timeZone,
    ...(isOtherClock(instant, timeZone, ownZone) && { timeZoneName: "short" }),
  });

/** "9:00 AM", or "9:00 AM EDT" where the viewer's clock shows something else. */
export const zonedTime = (instant: Date, timeZone: string, parts: Parts, ownZone = viewersZone()): string =>
  zonedFormat(instant, timeZone, parts, ownZone).format(instant);

/** What the clocks there are called, for who reads them elsewhere; null where they show the same. */
export function zoneNote(instant: Date, timeZone: string, ownZone = viewersZone()): string | null {
  return isOtherClock(instant, timeZone, ownZone) ? `Times are ${zoneName(instant, timeZone, "longGeneric")}.` : null;
}

const isOtherClock = (instant: Date, zone: string, ownZone: string): boolean =>
  zone !== ownZone && zoneName(instant, zone, "longOffset") !== zoneName(instant, ownZone, "longOffset");

const zoneName = (instant: Date, timeZone: string, timeZoneName: "longOffset" | "longGeneric"): string =>
  new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName })
    .formatToParts(instant)
    .find(({ type }) => type === "timeZoneName")?.value ?? "";
