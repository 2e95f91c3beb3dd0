import type { BookingView } from "@nexby/contract/bookings/bookings";
import { ArrowRight } from "lucide-react";
import { Link } from "wouter";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { CoverPhoto } from "../../../components/ui/photo.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { useTimeAround } from "../../../lib/dates.ts";
import { datesOf, moneyOf, nameOf, otherOf } from "../booking-facts.ts";
import { type ActionContext, actionCopy } from "../copy/actions.ts";
import { isOwnAction, nextAction, payLabel } from "../copy/next-action.ts";
import { stepCopy } from "../copy/next-step.ts";
import { type BookingState, chipOf } from "../copy/status.ts";
import { ActionButton } from "./action-button.tsx";

type BookingCardProps = ActionContext & { booking: BookingView };

export function BookingCard({ booking, ...context }: BookingCardProps) {
  const { item } = booking;
  return (
    <li className="rounded-card border border-line bg-surface p-3 sm:p-4">
      <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <CoverPhoto item={item} className="aspect-3/2 w-full rounded-control" />
        <div className="min-w-0">
          <BookingChip booking={booking} />
          <h2 className="mt-1.5 font-semibold text-lg">
            <Link
              href={`/my-bookings/${booking.id}`}
              className="line-clamp-2 break-words rounded-control py-1.5 underline-offset-4 hover:underline"
            >
              {item.title}
            </Link>
          </h2>
          <Facts booking={booking} className="hidden sm:flex" />
        </div>
      </div>
      <Facts booking={booking} className="mt-2 flex sm:hidden" />
      <NextAction booking={booking} {...context} />
    </li>
  );
}

function Facts({ booking, className }: { booking: BookingView; className: string }) {
  const other = otherOf(booking);
  const { label, amount } = moneyOf(booking);
  return (
    <ul className={`flex-wrap items-center gap-x-5 gap-y-1 text-muted ${className}`}>
      <li className="font-medium text-ink">
        {datesOf(booking)}
        {booking.quantity > 1 && ` · ${booking.quantity} units`}
      </li>
      <li className="flex min-w-0 items-center gap-2">
        <Avatar key={other.profileImageUrl} person={other} size="tiny" />
        <span className="truncate">
          {booking.role === "renter" ? "From" : "To"} {nameOf(other)}
        </span>
      </li>
      <li className="tabular-nums">
        {label} <strong className="text-ink">{amount}</strong>
      </li>
    </ul>
  );
}

/** Accessible names include the item title, so that buttons in a list can be told apart. */
function NextAction({ booking, ...context }: BookingCardProps) {
  const { nextStep, lateness, pickupAt, endAt } = booking;
  const text = stepCopy(
    booking,
    useTimeAround(nextStep?.until, pickupAt, endAt, lateness?.freeUntil, lateness?.nextDayAt),
  );
  const action = nextAction(booking);
  const title = booking.item.title;
  const pay = action && payLabel(action);
  // The proposed time is on the booking's page.
  const needsReply = action === "confirm_pickup";
  // A receipt is confirmed on the booking's page, where its photo is taken.
  const needsPhoto = action === "hand_over" && booking.role === "renter" && !booking.item.isFoodTruck;
  // A return is accepted on the booking's page, which shows its reports and missing pieces.
  const needsCheck = action === "close";

  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-3">
      {/* Grows to push the button to the end even when the text is empty. */}
      <p className="min-w-0 flex-1 basis-60 text-pretty max-sm:empty:hidden">{text}</p>
      {pay && (
        <Link
          href={`/checkout/${booking.id}`}
          aria-label={`${pay}: ${title}`}
          className={`${BUTTON_STYLE.primary} w-full sm:w-auto`}
        >
          {pay}
        </Link>
      )}
      {action === "approve" && (
        <Link
          href="/booking-requests"
          aria-label={`Reply to the request: ${title}`}
          className={`${BUTTON_STYLE.primary} w-full sm:w-auto`}
        >
          Reply
        </Link>
      )}
      {action === "approve_extension" && (
        <Link
          href={`/my-bookings/${booking.id}`}
          aria-label={`Reply to the extension request: ${title}`}
          className={`${BUTTON_STYLE.primary} w-full sm:w-auto`}
        >
          Reply
        </Link>
      )}
      {needsReply && (
        <Link
          href={`/my-bookings/${booking.id}`}
          aria-label={`Reply to the proposed time: ${title}`}
          className={`${BUTTON_STYLE.primary} w-full sm:w-auto`}
        >
          Reply
        </Link>
      )}
      {needsPhoto && (
        <Link
          href={`/my-bookings/${booking.id}`}
          aria-label={`${actionCopy(action, booking).label}: ${title}`}
          className={`${BUTTON_STYLE.primary} w-full sm:w-auto`}
        >
          {actionCopy(action, booking).label}
        </Link>
      )}
      {needsCheck && (
        <Link
          href={`/my-bookings/${booking.id}`}
          aria-label={`Check the return: ${title}`}
          className={`${BUTTON_STYLE.primary} w-full sm:w-auto`}
        >
          Check the return
        </Link>
      )}
      {action && isOwnAction(action) && action !== "approve" && !needsPhoto && !needsCheck && (
        <ActionButton
          action={action}
          booking={booking}
          look="primary"
          name={`${actionCopy(action, booking).label}: ${title}`}
          className="w-full sm:w-auto"
          {...context}
        />
      )}
      {!action && (
        <Link
          href={`/my-bookings/${booking.id}`}
          aria-label={`View booking: ${title}`}
          className={`${BUTTON_STYLE.outline} w-full sm:w-auto`}
        >
          View booking
          <ArrowRight size={18} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      )}
    </div>
  );
}

type BookingChipProps = { booking: BookingState & Pick<BookingView, "isDisputed" | "hasChargeback"> };

export function BookingChip({ booking }: BookingChipProps) {
  const { label, look } = chipOf(booking);
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge look={look}>{label}</Badge>
      {booking.isDisputed && <Badge look="bad">Disputed</Badge>}
      {booking.hasChargeback && <Badge look="bad">Chargeback</Badge>}
    </span>
  );
}
