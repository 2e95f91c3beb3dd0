import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { chargePlan } from "@nexby/domain/bookings/payment-plan";
import { isUnfulfilled } from "@nexby/domain/bookings/statuses";
import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import { DAY } from "@nexby/domain/kernel/duration";
import { firstDayFee, type LateFeeTerms, lateFeeCap } from "@nexby/domain/late-fees/late-fee";
import type { CancellationPolicy } from "@nexby/domain/listings/item-terms";
import { momentText } from "../../components/rental/copy.ts";
import { momentIn, zonedTime } from "../../lib/dates.ts";
import { formatCents } from "../../lib/format.ts";
import { type Handoff, handoffOfBooking } from "../../lib/rental-labels.ts";
import { productNow } from "../../lib/server-time.ts";
import { isUnpaid, type PaidKind, unpaidExtension } from "./payment.ts";

/** "Request to book · $54.12" */
export function actionLabel(isInstant: boolean, totalCents: number | undefined): string {
  const verb = isInstant ? "Book now" : "Request to book";
  return totalCents === undefined ? verb : `${verb} · ${dollarText(totalCents)}`;
}

type ChargeTerms = { owner: string; isInstant: boolean; policy: CancellationPolicy; startAt: string | null; now: Date };

export function chargeCopy({ owner, isInstant, policy, startAt, now }: ChargeTerms): string {
  if (!isInstant) return `Nothing is charged until ${owner} approves.`;
  const plan = startAt && chargePlan({ now, startAt: new Date(startAt), policy });
  return plan && plan.kind === "charge_later"
    ? "We’ll charge your card a week before the start."
    : "We’ll charge your card right away.";
}

type Decision = { owner: string; isInstant: boolean };

export const decisionTitle = ({ owner, isInstant }: Decision): string =>
  isInstant ? "Confirmed instantly" : `${owner} reviews each request`;

export function decisionCopy({ owner, isInstant }: Decision): string {
  if (isInstant) return `${owner} accepts bookings automatically. It’s booked as soon as your card is accepted.`;
  return `After you send your request, you’ll see ${owner}’s deadline. If ${owner} doesn’t reply, we release the hold on your card.`;
}

export const depositCopy = (isCharged: boolean): string =>
  isCharged
    ? "We’ll charge the deposit before the start, because a hold can’t last that long, and refund it after the return."
    : "We’ll hold the deposit on your card before the start and release it after the return.";

/** "4:35 PM", with the date unless it is within 12 hours. */
export function clockCopy(instant: string, timeZone: string, now = productNow()): string {
  const isNear = Math.abs(Date.parse(instant) - now) < DAY / 2;
  const day = isNear ? {} : ({ month: "short", day: "numeric" } as const);
  return zonedTime(new Date(instant), timeZone, { ...day, hour: "numeric", minute: "2-digit" });
}

/** Remaining times to announce, once each. */
const MARKS = [
  { seconds: 60, text: "One minute left to pay" },
  { seconds: 300, text: "Five minutes left to pay" },
];

export const spokenMark = (seconds: number): string =>
  seconds === 0 ? "" : (MARKS.find((mark) => seconds <= mark.seconds)?.text ?? "");

type PaymentCopy = {
  /** Reason and deadline. */
  text: string;
  action: string;
  /** Describes what the button does. */
  note: string;
};

/** Texts for paying an existing booking. */
export function paymentCopy(booking: BookingDetailView, kind: PaidKind): PaymentCopy {
  const { nextStep, timezone, totalCents, depositCents, isDepositCharged } = booking;
  const moment = nextStep?.until ? momentText(new Date(nextStep.until), timezone) : null;
  const by = moment === null ? "" : ` by ${moment}`;
  if (kind === "deposit") {
    return {
      text:
        nextStep?.code === "secure_deposit"
          ? `We couldn’t hold the deposit on your card. Confirm it or use another card${by} to keep this booking.`
          : "We couldn’t renew the deposit hold. Please use this or another card.",
      action: `${isDepositCharged ? "Pay" : "Hold"} ${dollarText(depositCents)}`,
      note: isDepositCharged
        ? "We’ll charge it now and refund it after the return."
        : "It’s a hold, not a charge. We’ll release it after the return.",
    };
  }
  const extension = kind === "extension" ? unpaidExtension(booking) : null;
  if (extension) {
    return {
      text: `Extend your rental by ${countOf(extension.price.days, "day")}, until ${momentIn(extension.endAt, timezone)}.`,
      action: `Authorize ${dollarText(extension.price.totalCents)}`,
      note: "Nothing is charged until the extension is approved.",
    };
  }
  if (kind === "late_fee") {
    const fee = dollarText(booking.lateFee?.owedCents ?? 0);
    const otherwise = depositCents > 0 ? " After that, we’ll take it from your deposit." : "";
    return {
      text: `We couldn’t charge the late fee to your card. Pay it${by} with any card.${otherwise}`,
      action: `Pay ${fee}`,
      note: "We’ll charge your card right away.",
    };
  }
  if (kind === "damage") return damagePaymentCopy(booking);
  const total = dollarText(totalCents);
  if (nextStep?.code === "finish_checkout") {
    return {
      text: "We’re holding these dates for you. Enter a card to finish.",
      action: `Finish · ${total}`,
      note: "Nothing is charged until the booking is approved.",
    };
  }
  return {
    text: `We couldn’t charge your card. Pay${by} to keep the booking, or it’s canceled and nothing is charged.`,
    action: `Pay ${total}`,
    note: "We’ll charge your card right away.",
  };
}

function damagePaymentCopy({ claim, timezone }: BookingDetailView): PaymentCopy {
  const { payBy = null, chargeableAt = null, cardCents = 0 } = claim ?? {};
  const at = (instant: string | null) => (instant ? momentText(new Date(instant), timezone) : "soon");
  return {
    text: payBy
      ? `We couldn’t charge your card for the damage. Pay by ${at(payBy)} with this or another card.`
      : `Our team decided the claim. If you don’t pay earlier, we’ll charge your saved card on ${at(chargeableAt)}.`,
    action: `Pay ${dollarText(cardCents)}`,
    note: "We’ll charge your card right away.",
  };
}

export type Standing = "unfinished" | "checked" | "asked" | "booked" | "over";

/** The booking's status from the point of view of a renter who has just paid. */
export function standingOf(booking: BookingDetailView): Standing {
  if (isUnfulfilled(booking.status)) return "over";
  if (isUnpaid(booking, "rental")) return "unfinished";
  if (booking.status !== "pending") return "booked";
  return booking.nextStep?.code === "fraud_review" ? "checked" : "asked";
}

type SuccessCopy = { title: string; text: string; steps: readonly string[] };

const OVER: Readonly<Record<string, string>> = {
  declined: "The request was declined. Nothing was charged.",
  expired: "The request expired. Nothing was charged.",
  canceled: "The booking was canceled.",
};

/** For a booking that was declined, expired or canceled. */
export const overCopy = ({ status }: Pick<BookingDetailView, "status">): string | null => OVER[status] ?? null;

const AGREE_ON_PLACE = "You and the owner agree on a time and place.";
const AGREE_ON_TIME = "You and the owner agree on a time.";
const AGREE: Record<Handoff, string> = {
  pickup: AGREE_ON_TIME,
  meetup: AGREE_ON_PLACE,
  delivery: AGREE_ON_TIME,
  truck: AGREE_ON_TIME,
};

const BOOKED: Record<Handoff, (owner: string) => string> = {
  pickup: (owner) => `${owner} will be expecting you.`,
  meetup: (owner) => `You’ll meet ${owner}.`,
  delivery: (owner) => `${owner} will deliver it to you.`,
  truck: (owner) => `${owner} will come to your event.`,
};

const CHARGED = "We’ll charge your card only if the owner approves.";

/** Confirmation text after a payment, and the steps that follow. */
export function successCopy(booking: BookingDetailView): SuccessCopy {
  const { nextStep, timezone, depositCents, isDepositCharged } = booking;
  const owner = booking.owner.firstName || "the owner";
  const until = nextStep?.until ? momentText(new Date(nextStep.until), timezone) : null;
  const deposit = depositCents > 0 ? [depositCopy(isDepositCharged)] : [];
  const handover = handoffOfBooking(booking);
  const agree = AGREE[handover];
  switch (standingOf(booking)) {
    case "unfinished":
      return {
        title: "Your booking isn’t finished",
        text: `You haven’t paid yet${until ? `. We’re holding it for you until ${until}` : ""}.`,
        steps: [],
      };
    case "checked":
      return {
        title: "We’re reviewing your request",
        text: `This usually takes less than 12 hours, and nothing is charged until then.${until ? ` If we don’t approve it by ${until}, the request expires.` : ""}`,
        steps: [`Then ${owner} reviews it and replies.`, CHARGED, agree],
      };
    case "asked":
      return {
        title: `Your request is with ${owner}`,
        text: until
          ? `${owner} has until ${until} to reply. If there’s no reply, we release the hold on your card.`
          : `${owner} reviews your request and replies.`,
        steps: [`${owner} reviews your request and replies.`, CHARGED, agree],
      };
    case "booked":
      return { title: "It’s booked", text: BOOKED[handover](owner), steps: [agree, ...deposit] };
    case "over":
      return { title: "This booking didn’t go through", text: overCopy(booking) ?? "", steps: [] };
  }
}

type BookableItem = { ownerId: string; isAvailable: boolean };
type Renter = { id: string };

/** Why the user cannot book the item, regardless of their account's status; null when they can. */
export function checkoutBlocker(item: BookableItem, renter: Renter): string | null {
  if (item.ownerId === renter.id) return "This is your own listing.";
  return item.isAvailable ? null : "This item isn’t available right now.";
}

const GRACE: Readonly<Record<number, string>> = {
  0: "",
  1: " The first hour is free.",
  2: " The first two hours are free.",
};

/** What a late return costs, before the renter agrees to it. */
export function lateFeeCopy(terms: LateFeeTerms | null, quantity: number): string {
  if (terms === null) return "There’s no fee for a late return.";
  const { dailyEscalationRate, escalationCapDays, gracePeriodHours } = terms;
  const perDay = formatCents(firstDayFee(terms) * quantity);
  const capCents = lateFeeCap(terms, quantity);
  const cap = capCents === null ? "" : `, up to ${formatCents(capCents)} in total`;
  const rate = Number(dailyEscalationRate);
  const fee =
    rate > 0
      ? `The first day late costs ${perDay}, and each day through day ${escalationCapDays} costs ${rate}% of that more than the day before${cap}.`
      : `Each day late costs ${perDay}${cap}.`;
  return fee + (GRACE[gracePeriodHours] ?? ` The first ${gracePeriodHours} hours are free.`);
}
