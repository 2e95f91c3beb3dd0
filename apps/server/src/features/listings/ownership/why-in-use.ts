type OpenHold = { kind: string; endTime: Date };

const yearOf = (at: Date, timeZone: string) => at.toLocaleDateString("en-US", { timeZone, year: "numeric" });

/** Why a listing cannot go, with the last day somebody counts on it, as its own clock has it. */
export function whyInUse({ kind, endTime }: OpenHold, timeZone: string, now: Date): string {
  if (kind === "checkout") return "Somebody is booking this listing right now. Please try again in a while";
  const isThisYear = yearOf(endTime, timeZone) === yearOf(now, timeZone);
  const day = endTime.toLocaleDateString("en-US", {
    timeZone,
    month: "long",
    day: "numeric",
    ...(!isThisYear && { year: "numeric" }),
  });
  return `This listing has a booking until ${day}`;
}
