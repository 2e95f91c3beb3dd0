import type { BookingDetailView, ExtensionView } from "@nexby/contract/bookings/bookings";
import type { ExtensionOptionsView } from "@nexby/contract/bookings/extensions";
import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import { momentIn } from "../../../lib/dates.ts";

type People = Pick<BookingDetailView, "role" | "renter" | "owner" | "timezone">;

/** "2 more days, until Sun, Nov 22, 6:00 PM" */
export const extensionText = ({ endAt, price }: Pick<ExtensionView, "endAt" | "price">, timezone: string): string =>
  `${countOf(price.days, "more day")}, until ${momentIn(endAt, timezone)}`;

/** What the open request is waiting for. */
export function openExtensionText({ status, expiresAt, price }: ExtensionView, booking: People): string {
  const { role, renter, owner, timezone } = booking;
  const by = momentIn(expiresAt, timezone);
  if (status === "draft") return `Pay by ${by} to send your request. After that, others can book these days.`;
  if (role === "owner")
    return `${renter.firstName} wants to keep it ${countOf(price.days, "more day")}. Reply by ${by}, or the request expires.`;
  return `Waiting for ${owner.firstName} to reply by ${by}. ${role === "renter" ? "Your" : "The"} card is charged only after approval.`;
}

/** The price for the renter, the earnings for the owner. */
export const extensionMoney = ({ price, ownerEarningsCents }: ExtensionView, { role }: People): string =>
  role === "owner" && ownerEarningsCents !== null
    ? `You’d earn ${dollarText(ownerEarningsCents)} more`
    : `${dollarText(price.totalCents)} for the additional days`;

type Approvable = Pick<People, "renter" | "timezone"> & Partial<Pick<BookingDetailView, "extensions">>;

/** What the owner agrees to; empty without an open request. */
export function approvalText({ extensions = [], renter: { firstName }, timezone }: Approvable): string {
  const open = extensions.find(({ decidedAt }) => decidedAt === null);
  if (!open) return "";
  const [charged, earned] = [open.price.totalCents, open.ownerEarningsCents ?? 0].map(dollarText);
  return `${firstName} returns it by ${momentIn(open.endAt, timezone)}. We’ll charge ${firstName}’s card ${charged}, and you’ll earn ${earned} more.`;
}

const ENDINGS: Record<ExtensionView["status"], { label: string; look: "good" | "waiting" | "bad" | "plain" }> = {
  draft: { label: "Not paid yet", look: "waiting" },
  requested: { label: "Waiting for approval", look: "waiting" },
  approved: { label: "Approved", look: "good" },
  declined: { label: "Declined", look: "bad" },
  expired: { label: "Expired", look: "plain" },
  withdrawn: { label: "Withdrawn", look: "plain" },
};

export const extensionState = ({ status }: Pick<ExtensionView, "status">) => ENDINGS[status];

/** What happens after the renter has paid. */
export function afterPaymentText(
  { isInstant, decideBy }: Pick<ExtensionOptionsView, "isInstant" | "decideBy">,
  { owner, timezone }: Pick<People, "owner" | "timezone">,
): string {
  if (isInstant) return "It’s confirmed as soon as you’ve paid.";
  return `${owner.firstName} has until ${momentIn(decideBy, timezone)} to approve. Your card is charged only then.`;
}
