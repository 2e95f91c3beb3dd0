import type { CancellationView } from "@nexby/contract/bookings/booking-commands";
import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { OWNER_REVIEW_FROM } from "@nexby/domain/bookings/cancellation";
import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import { momentIn } from "../../../lib/dates.ts";
import { CANCELLATION_COPY } from "../../../lib/rental-labels.ts";

type Booking = Pick<
  BookingDetailView,
  "role" | "renter" | "owner" | "timezone" | "price" | "paymentStatus" | "depositStatus" | "totalCents" | "noShow"
>;

const isHeld = ({ paymentStatus }: Booking) => paymentStatus === "authorized";

/** Explains the refund amount. */
export function reasonCopy(booking: Booking, { percent, isCharged }: CancellationView): string {
  const isRenter = booking.role === "renter";
  const { firstName } = booking.renter;
  if (!isCharged) {
    if (!isHeld(booking)) return "Nothing was charged.";
    return `Nothing was charged. We’ll release the hold on ${isRenter ? "your" : `${firstName}’s`} card.`;
  }
  if (percent === 100) return isRenter ? "Full refund." : `${firstName} gets a full refund when you cancel.`;
  if (!isRenter) return noShowCopy(booking);
  const policy = CANCELLATION_COPY[booking.price.policy].label.toLowerCase();
  const rental = percent === 0 ? "no refund of the rental" : `a ${percent}% refund of the rental`;
  const fee = booking.price.serviceFeeCents > 0 ? "The service fee isn’t refunded. " : "";
  return `Under the ${policy} policy, you get ${rental} at this point. ${fee}${restCopy(booking)}`;
}

const LIST = new Intl.ListFormat("en-US", { type: "conjunction" });

/** Used when an admin decides that the renter did not show up. */
function noShowCopy(booking: Booking): string {
  const retained = [
    "the rental",
    ...(booking.price.serviceFeeCents > 0 ? ["the service fee"] : []),
    ...(booking.noShow?.isDeliveryAttempted ? ["the delivery fee"] : []),
  ];
  const verb = retained.length === 1 ? "isn’t" : "aren’t";
  return `Under the no-show rules, ${LIST.format(retained)} ${verb} refunded. ${restCopy(booking)}`;
}

const restCopy = ({ price: { tax } }: Booking): string =>
  tax.isAllRefunded === false
    ? "Everything else is refunded, with its share of the tax."
    : "Everything else is refunded.";

/** How long the refund is valid; null if it won't drop. */
export const changeCopy = ({ timezone }: Booking, { changesAt, isCharged }: CancellationView): string | null =>
  changesAt && isCharged ? `You get this refund until ${momentIn(changesAt, timezone)}. After that, it’s lower.` : null;

/** How the cancellation counts on the owner's public record; null when it doesn't count. */
export function recordCopy({ role, owner }: Booking, { ownerCancellations: times }: CancellationView): string | null {
  if (times === null) return null;
  const subject = role === "owner" ? "You have" : `${owner.firstName} has`;
  const history =
    times === 0
      ? `${subject} not canceled a rental in the last 12 months.`
      : `${subject} canceled or missed ${countOf(times, "rental")} in the last 12 months.`;
  if (role !== "owner") return `Everyone can see this on ${owner.firstName}’s profile. ${history}`;
  const review = times + 1 < OWNER_REVIEW_FROM ? "" : " After the third, our team reviews your account.";
  return `Everyone can see on your profile how often you cancel. ${history}${review}`;
}

export const noShowOptions = ({ renter, owner }: Pick<Booking, "renter" | "owner">) =>
  [
    { value: "renter_no_show", label: `${renter.firstName}, the renter` },
    { value: "owner_no_show", label: `${owner.firstName}, the owner` },
    { value: "", label: "Neither, or unclear" },
  ] as const;

type Line = { label: string; amount: string };

export function cancellationLines(booking: Booking, preview: CancellationView): Line[] {
  const isRenter = booking.role === "renter";
  const { firstName } = booking.renter;
  const line = (isShown: boolean, label: string, cents: number): Line[] =>
    isShown ? [{ label, amount: dollarText(cents) }] : [];
  return [
    line(preview.isCharged, isRenter ? "Your refund" : `${firstName}’s refund`, preview.refundCents),
    line(!preview.isCharged && isHeld(booking), "Hold we’ll release", booking.totalCents),
    line(preview.keptCents > 0, isRenter ? "You still pay" : `${firstName} still pays`, preview.keptCents),
    line(Boolean(preview.ownerKeepsCents), "Owner’s share of that", preview.ownerKeepsCents ?? 0),
    line(booking.depositStatus === "secured", "Deposit we’ll release", preview.depositCents),
    line(preview.ownerPenaltyCents > 0, "Your cancellation fee", preview.ownerPenaltyCents),
  ].flat();
}
