import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { listCategories } from "../../../components/product/category-picture.tsx";
import { BUTTON_STYLE, TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { useSecondsUntil, useTimeAround } from "../../../lib/dates.ts";
import { withQuery } from "../../../lib/paths.ts";
import { productDate } from "../../../lib/server-time.ts";
import { getItem } from "../api.ts";
import { datesOf } from "../booking-facts.ts";
import type { ActionContext } from "../copy/actions.ts";
import { feeLines, feeStatusCopy, meterCopy } from "../copy/late-fee.ts";
import { LATE_FEE_ACTIONS } from "../copy/next-action.ts";
import { timeLeft } from "../copy/next-step.ts";
import { endangeredCopy } from "../copy/problems/lateness.ts";
import { ActionButton, NotesAndActions } from "./action-button.tsx";
import { PagePart } from "./booking-parts.tsx";

type Props = ActionContext & { booking: BookingDetailView; onRefresh: () => void };

/** The running meter while the item is late, and the fee once it is back. */
export function LateFee({ booking, onRefresh, ...context }: Props) {
  const { lateFee, status, price } = booking;
  if (lateFee?.stoppedAt) return <FinalFee booking={booking} {...context} />;
  if (status !== "in_possession" || !price.lateFee) return null;
  return <DueMeter booking={booking} terms={price.lateFee} onRefresh={onRefresh} />;
}

type MeterProps = Pick<Props, "booking" | "onRefresh"> & {
  terms: NonNullable<BookingDetailView["price"]["lateFee"]>;
};

/** Appears when the rental ends, also on a page that is open then. */
function DueMeter({ booking, ...meter }: MeterProps) {
  const isDue = useSecondsUntil(booking.endAt) === 0;
  return isDue ? <Meter booking={booking} {...meter} /> : null;
}

/** Counts down to the next day. The seconds are hidden from screen readers. */
function Meter({ booking, terms, onRefresh }: MeterProps) {
  const [now, setNow] = useState(productDate);
  const { title, amount, next, cap, changesAt } = meterCopy(terms, booking, now);
  const seconds = useSecondsUntil(changesAt);
  const refresh = useRef(onRefresh);
  useEffect(() => {
    refresh.current = onRefresh;
  });
  const hasChanged = seconds === 0;
  useEffect(() => {
    if (!hasChanged) return;
    // The last second still belongs to the day before.
    const timer = setTimeout(() => {
      setNow(productDate());
      refresh.current();
    }, 1_000);
    return () => clearTimeout(timer);
  }, [hasChanged]);

  return (
    <section
      aria-label="Late fee"
      className="grid gap-1 rounded-card border border-line bg-warning-soft p-5 text-on-warning-soft md:p-6"
    >
      <p className="font-semibold">{title}</p>
      {amount && <p className="display-type text-3xl tabular-nums">{amount}</p>}
      <p role="status" className="text-pretty empty:hidden">
        {[next, cap].filter(Boolean).join(" ")}
      </p>
      {seconds > 0 && (
        <p aria-hidden="true" className="text-sm tabular-nums">
          {timeLeft(seconds)}
        </p>
      )}
    </section>
  );
}

function FinalFee({ booking, ...context }: Omit<Props, "onRefresh">) {
  const { lateFee } = booking;
  const now = useTimeAround(lateFee?.chargeableAt, lateFee?.payBy);
  if (!lateFee) return null;
  const notes = [
    ["Contested", lateFee.contestReason],
    ["Waived", lateFee.waiverReason],
    ["Decided", lateFee.waiverReason === lateFee.decisionReason ? null : lateFee.decisionReason],
  ] as const;
  return (
    <PagePart title="Late fee">
      <dl className="grid max-w-md gap-2 tabular-nums">
        {feeLines(lateFee, booking.role).map(({ label, amount, isOwed }) => (
          <div key={label} className={`flex justify-between gap-4 ${isOwed ? "font-semibold" : "text-muted"}`}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      <p role="status" className="mt-3 text-pretty">
        {feeStatusCopy(lateFee, booking, now)}
      </p>
      <NotesAndActions booking={booking} actions={LATE_FEE_ACTIONS} notes={notes} {...context} />
    </PagePart>
  );
}

/** The owner of an item that isn't back sees whose booking it endangers. */
export function BookingsAtRisk({ bookingsAtRisk, renter }: BookingDetailView) {
  if (bookingsAtRisk.length === 0) return null;
  const isOne = bookingsAtRisk.length === 1;
  return (
    <Notice look="problem" title={isOne ? "The next booking is at risk" : "The next bookings are at risk"}>
      <p className="text-pretty">
        If {renter.firstName} doesn’t return it in time, {isOne ? "this renter" : "these renters"} can’t get it. We told
        them that they can cancel or choose other dates with a full refund.
      </p>
      <ul className="mt-2 grid gap-1">
        {bookingsAtRisk.map(({ id, renterFirstName, ...dates }) => (
          <li key={id}>
            <Link href={`/my-bookings/${id}`} className={TEXT_LINK_STYLE}>
              {renterFirstName}, {datesOf(dates)}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The previous renter is late: other dates, similar items, or a free cancellation. */
export function EndangeredNotice({ booking, ...context }: ActionContext & { booking: BookingDetailView }) {
  const { isEndangered, role, item, allowedActions } = booking;
  const now = useTimeAround(booking.startAt);
  if (!isEndangered) return null;
  const { title, text } = endangeredCopy(booking, now);
  return (
    <Notice look="problem" title={title}>
      <p className="text-pretty">{text}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {role === "renter" && (
          <>
            {allowedActions.includes("cancel") && (
              <ActionButton
                action="cancel"
                booking={booking}
                label="Choose other dates"
                leadsTo={`/listings/${item.id}`}
                {...context}
              />
            )}
            <SimilarItemsLink {...booking} />
          </>
        )}
        {role !== "admin" && allowedActions.includes("cancel") && (
          <ActionButton action="cancel" booking={booking} name="Cancel booking with a full refund" {...context} />
        )}
      </div>
    </Notice>
  );
}

type Wanted = Pick<BookingDetailView, "item" | "startDate" | "endDate">;

/** Everything in the item's category that is available on the same days. Its title would find only the item itself. */
function SimilarItemsLink({ item: { id }, startDate, endDate }: Wanted) {
  const { data: item } = useQuery(getItem(id));
  const { data: categories } = useQuery(listCategories());
  const category = categories?.find((one) => one.id === item?.category?.id)?.slug ?? null;
  return (
    <Link href={withQuery("/browse", { category, startDate, endDate })} className={BUTTON_STYLE.outline}>
      See similar items
    </Link>
  );
}
