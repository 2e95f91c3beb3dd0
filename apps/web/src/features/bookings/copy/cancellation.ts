import type { CancellationView } from "@nexby/contract/bookings/booking-commands";
import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { OWNER_REVIEW_FROM } from "@nexby/domain/bookings/cancellation";
import { countOf, formatExactCents } from "../../../lib/format.ts";
import { CANCELLATION_COPY } from "../../../lib/rental-labels.ts";
import { momentIn } from "./next-step.ts";

type Booking = Pick<
  BookingDetailView,
  "role" | "renter" | "owner" | "timezone" | "price" | "paymentStatus" | "depositStatus" | "totalCents" | "noShow"
>;

const isHeld = ({ paymentStatus }: Booking) => paymentStatus === "authorized";

/** Why it is as much as it is. */
export function reasonCopy(booking: Booking, { percent, isCharged }: CancellationView): string {
  const isRenter = booking.role === "renter";
  const { firstName } = booking.renter;
  if (!isCharged) {
    if (!isHeld(booking)) return "Nothing was charged, and nothing will be.";
    return `Nothing was charged. The hold on ${isRenter ? "your" : `${firstName}’s`} card is let go.`;
  }
  if (percent === 100)
    return isRenter ? "Everything comes back." : `${firstName} gets everything back when you cancel.`;
  if (!isRenter) return noShowCopy(booking);
  const policy = CANCELLATION_COPY[booking.price.policy].label.toLowerCase();
  const rental = percent === 0 ? "nothing of the rental comes back" : `${percent}% of the rental comes back`;
  return `By the ${policy} policy ${rental} at this time, and the service fee stays. ${restWords(booking)}`;
}

/** When an administrator decides that the renter did not come. */
function noShowCopy(booking: Booking): string {
  const stays = booking.noShow?.isDeliveryAttempted ? "the service fee and the delivery stay" : "the service fee stays";
  return `By the rules for no-shows nothing of the rental comes back, and ${stays}. ${restWords(booking)}`;
}

const restWords = ({ price: { tax } }: Booking): string =>
  tax.isAllRefunded === false ? "All else comes back, and of the tax the part on it." : "All else comes back.";

/** Until when that holds; null when it does not get less. */
export const changeCopy = ({ timezone }: Booking, { changesAt, isCharged }: CancellationView): string | null =>
  changesAt && isCharged ? `This holds until ${momentIn(changesAt, timezone)}. After that less comes back.` : null;

/** What it means for the record of an owner who had agreed; null where it does not count. */
export function recordCopy({ role, owner }: Booking, { ownerCancellations: times }: CancellationView): string | null {
  if (times === null) return null;
  const who = role === "owner" ? "You have" : `${owner.firstName} has`;
  const before =
    times === 0
      ? `${who} not called off a rental in the last 12 months.`
      : `${who} called off or missed ${countOf(times, "rental")} in the last 12 months.`;
  if (role !== "owner") return `Everybody can see it on ${owner.firstName}’s profile. ${before}`;
  const review = times + 1 < OWNER_REVIEW_FROM ? "" : " From the third on our team looks at your account.";
  return `Everybody can see on your profile how often you cancel. ${before}${review}`;
}

/** What an administrator can decide about who did not come. */
export const noShowOptions = ({ renter, owner }: Pick<Booking, "renter" | "owner">) =>
  [
    { value: "renter_no_show", label: `${renter.firstName}, the renter` },
    { value: "owner_no_show", label: `${owner.firstName}, the owner` },
    { value: "", label: "Neither, or nobody can tell" },
  ] as const;

type Line = { label: string; amount: string };

/** The sums one below the other. */
export function cancellationLines(booking: Booking, preview: CancellationView): Line[] {
  const isRenter = booking.role === "renter";
  const { firstName } = booking.renter;
  const line = (isShown: boolean, label: string, cents: number): Line[] =>
    isShown ? [{ label, amount: formatExactCents(cents) }] : [];
  return [
    line(preview.isCharged, isRenter ? "You get back" : `${firstName} gets back`, preview.refundCents),
    line(!preview.isCharged && isHeld(booking), "Held now, and let go", booking.totalCents),
    line(preview.keptCents > 0, isRenter ? "You still pay" : `${firstName} still pays`, preview.keptCents),
    line(Boolean(preview.ownerKeepsCents), "Of it for the owner", preview.ownerKeepsCents ?? 0),
    line(booking.depositStatus === "secured", "The deposit comes back, too", preview.depositCents),
    line(preview.ownerPenaltyCents > 0, "You pay for calling it off", preview.ownerPenaltyCents),
  ].flat();
}
