import type { BookingLife } from "./booking-life.ts";

/** Who did not come, as it may be decided. */
export const NO_SHOWS = ["renter_no_show", "owner_no_show"] as const;
export type NoShow = (typeof NO_SHOWS)[number];

const ABSENT = { renter_no_show: "renter", owner_no_show: "owner" } as const satisfies Record<NoShow, string>;

/** Who is held not to have come by a decision; null where it was about something else. */
export const absentBy = (decision: string): "renter" | "owner" | null =>
  ABSENT[decision as keyof typeof ABSENT] ?? null;

/** The two contradict each other, or nobody said anything: nothing that happens by itself may decide it. */
export const waitsForPeople = ({
  noShowContestedAt,
  handoverObjectedAt,
  rentalStatus,
}: Pick<BookingLife, "noShowContestedAt" | "handoverObjectedAt" | "rentalStatus">): boolean =>
  noShowContestedAt !== null || handoverObjectedAt !== null || rentalStatus === "no_show";

type Facts = Pick<BookingLife, "noShowReportedAt" | "handoverObjectedAt" | "rentalStatus">;

/**
 * Somebody is said not to have come, the two contradict each other about the hand-over, or its time is over and nobody
 * said anything: what was is for people to decide.
 */
export const isNoShowToDecide = ({ noShowReportedAt, handoverObjectedAt, rentalStatus }: Facts): boolean =>
  noShowReportedAt !== null || handoverObjectedAt !== null || rentalStatus === "no_show";
