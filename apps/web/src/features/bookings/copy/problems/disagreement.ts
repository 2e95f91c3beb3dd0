import type { BookingDetailView, BookingView } from "@nexby/contract/bookings/bookings";
import { momentIn } from "../../../../lib/dates.ts";

type Shown = Pick<BookingView, "role" | "status" | "renter" | "owner" | "timezone" | "nextStep"> &
  Partial<Pick<BookingDetailView, "noShow" | "timeline">>;

/** Both say something else about the pickup, or nobody said anything, so our team decides. */
export const isInDispute = ({ status, nextStep }: Pick<BookingView, "status" | "nextStep">): boolean =>
  nextStep?.code === "admin_decision" && (status === "approved" || status === "scheduled");

const OUR_DECISION =
  "Our team will decide. You don’t need to do anything, and nothing is charged or refunded until then.";

/** The disagreement, and who decides. Lists know only that there is one. */
export function disagreementText(booking: Shown): string {
  const { role, renter, owner, noShow, timeline } = booking;
  const decision = role === "admin" ? "Our team will decide." : OUR_DECISION;
  if (disputeOf(booking)) {
    const [who, whom] =
      role === "renter" ? [owner.firstName, "you"] : [role === "owner" ? "You" : owner.firstName, renter.firstName];
    return `${who} marked it as handed over, and ${whom} disputed it. ${decision}`;
  }
  if (!timeline) return `There’s a question about the pickup. ${decision}`;
  if (!noShow?.contestedAt) return `It’s unclear whether the rental took place. ${decision}`;
  const both =
    role === "admin"
      ? `${renter.firstName} and ${owner.firstName}`
      : `You and ${(role === "renter" ? owner : renter).firstName}`;
  return `${both} disagree about who showed up. ${decision}`;
}

/** The renter's last word about a handoff that the owner marked. */
const disputeOf = ({ timeline, status, nextStep }: Shown) =>
  isInDispute({ status, nextStep }) ? timeline?.findLast(({ type }) => type === "handover_objected") : undefined;

/** When it was marked and disputed, with the renter's words. */
export function disputeNotice(booking: BookingDetailView): { title: string; lines: (string | null)[] } | null {
  const dispute = disputeOf(booking);
  if (!dispute) return null;
  const { role, owner, renter, timezone, timeline } = booking;
  const marked = timeline.findLast(({ type }) => type === "owner_handed_over");
  const other = (role === "renter" ? owner : renter).firstName;
  const nameOf = (person: "renter" | "owner") => (person === role ? "You" : booking[person].firstName);
  return {
    title: role === "admin" ? "They disagree about the handoff" : `You and ${other} disagree about the handoff`,
    lines: [
      marked ? `${nameOf("owner")} marked it as handed over on ${momentIn(marked.at, timezone)}.` : null,
      `${nameOf("renter")} disputed that on ${momentIn(dispute.at, timezone)}.`,
      dispute.notes ? `“${dispute.notes}”` : null,
    ],
  };
}
