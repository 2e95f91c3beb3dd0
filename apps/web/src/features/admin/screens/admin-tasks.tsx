import type {
  ContestedLateFeeView,
  FailedRefundView,
  SuspendedBookingView,
  UndecidedClaimView,
  WaitingPayoutView,
} from "@nexby/contract/admin/tasks";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "wouter";
import { SavedStatus } from "../../../components/forms/form.tsx";
import { Button, TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { damageText } from "../../../lib/damage-labels.ts";
import { formatDay, zonedTime } from "../../../lib/dates.ts";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { countOf, formatExactCents } from "../../../lib/format.ts";
import {
  cancelSuspendedBooking,
  listContestedLateFees,
  listFailedRefunds,
  listSuspendedBookings,
  listUndecidedClaims,
  listWaitingPayouts,
} from "../api.ts";
import { ReceivedHelpMessages } from "../components/help-messages.tsx";
import { PaidRefundButton } from "../components/paid-refund-button.tsx";
import { Decide, TASK_STYLE, TaskList } from "../components/task-list.tsx";
import { DisputedHandoffs, WaitingCases } from "../components/waiting-cases.tsx";
import { memberName, sinceCopy, WAITING_REASONS } from "../copy.ts";

/** Decisions and payments that only an admin can make. */
export function AdminTasks() {
  const client = useQueryClient();
  const bookings = useQuery(listSuspendedBookings());
  const refunds = useQuery(listFailedRefunds());
  const area = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState<string | null>(null);

  const done = async (text: string) => {
    await Promise.all(
      [listSuspendedBookings().queryKey, listFailedRefunds().queryKey].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
    setMessage(text);
    area.current?.focus();
  };

  if (bookings.isPending || refunds.isPending) {
    return (
      <SkeletonArea label="Loading tasks">
        <SkeletonBar shape="card" className="h-96" />
      </SkeletonArea>
    );
  }
  if (bookings.isLoadingError || refunds.isLoadingError) {
    return <ErrorCard onRetry={() => void Promise.all([bookings.refetch(), refunds.refetch()])} />;
  }
  const isWaiting = ({ cause }: FailedRefundView) => cause === "balance_too_low";
  const waiting = refunds.data?.filter(isWaiting) ?? [];
  return (
    <div ref={area} tabIndex={-1} className="grid gap-8 outline-none">
      <SavedStatus text={message} />
      <TaskList title="Bookings of suspended accounts" empty="No bookings need a decision.">
        {bookings.data?.map((booking) => (
          <BookingTask key={booking.id} booking={booking} onDone={done} />
        ))}
      </TaskList>
      <WaitingCases />
      <DisputedHandoffs />
      <UndecidedClaims />
      <ContestedLateFees />
      <TaskList title="Refunds to pay another way" empty="No refunds need to be paid another way.">
        {refunds.data
          ?.filter((refund) => !isWaiting(refund))
          .map((refund) => (
            <RefundTask key={refund.id} refund={refund} onDone={done} />
          ))}
      </TaskList>
      {waiting.length > 0 && <WaitingRefunds refunds={waiting} onDone={done} />}
      <WaitingPayouts />
      <ReceivedHelpMessages />
    </div>
  );
}

type Done = (message: string) => Promise<void>;

const DAY = { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;

function suspendedText({ renter, owner }: SuspendedBookingView): string {
  const names = [renter, owner].filter(({ isSuspended }) => isSuspended).map(memberName);
  return `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} suspended.`;
}

function BookingTask({ booking, onDone }: { booking: SuspendedBookingView; onDone: Done }) {
  const { id, item, renter, owner, startAt, timezone, refundCents, isCharged, allowedActions } = booking;
  const label = isCharged ? `Cancel and refund ${formatExactCents(refundCents)}` : "Cancel without charge";
  const canceling = useMutationAction(async (key) => {
    await cancelSuspendedBooking(id)(key, { refundCents, reason: "The renter’s or owner’s account was suspended" });
    await onDone(`The booking of ${item.title} was canceled`);
  });

  return (
    <li className={TASK_STYLE}>
      <div className="min-w-0">
        <Link href={`/my-bookings/${id}`} className={TEXT_LINK_STYLE}>
          {item.title}
        </Link>
        <p>
          {memberName(renter)} rents from {memberName(owner)}. {suspendedText(booking)}
        </p>
        <p className="text-muted text-sm">Starts {zonedTime(new Date(startAt), timezone, DAY)}</p>
        {canceling.problem && (
          <Notice look="problem" role="alert" className="mt-2">
            {canceling.problem}
          </Notice>
        )}
      </div>
      {allowedActions.includes("cancel") && (
        <Button
          look="outline"
          isBusy={canceling.isBusy}
          busyText="Canceling..."
          aria-label={`${label}: ${item.title}`}
          onClick={() => void canceling.run()}
        >
          {label}
        </Button>
      )}
    </li>
  );
}

function UndecidedClaims() {
  const claims = useQuery(listUndecidedClaims());
  if (claims.isPending) {
    return (
      <SkeletonArea label="Loading damage claims">
        <SkeletonBar shape="card" className="h-40" />
      </SkeletonArea>
    );
  }
  if (claims.isLoadingError) return <ErrorCard onRetry={() => void claims.refetch()} />;
  return (
    <TaskList title="Damage claims" empty="No damage claims need a decision.">
      {claims.data?.map((claim) => (
        <ClaimTask key={claim.bookingId} claim={claim} />
      ))}
    </TaskList>
  );
}

const ANSWERS: Record<UndecidedClaimView["status"], (renter: string) => string> = {
  open: (renter) => `${renter} hasn’t answered.`,
  agreed: (renter) => `${renter} agreed.`,
  contested: (renter) => `${renter} contested it.`,
};

/** Decided on the booking's page, with photos and reports at hand. */
function ClaimTask({ claim }: { claim: UndecidedClaimView }) {
  const { bookingId, item, renter, owner, amountCents, notes, photoCount, status, contestReason } = claim;
  return (
    <li className={TASK_STYLE}>
      <div className="min-w-0">
        <p className="font-semibold">
          {formatExactCents(amountCents)} for {item.title}
        </p>
        <p>
          {memberName(owner)} rented it to {memberName(renter)}. {ANSWERS[status](memberName(renter))}
        </p>
        <p className="text-muted text-sm">
          {[damageText(claim), countOf(photoCount, "photo"), `Claimed ${sinceCopy(claim.createdAt)}`].join(" · ")}
        </p>
        <p className="line-clamp-3 whitespace-pre-line break-words text-muted">“{contestReason ?? notes}”</p>
      </div>
      <Decide bookingId={bookingId} title={item.title} isOwn={claim.allowedActions.length === 0} />
    </li>
  );
}

function ContestedLateFees() {
  const fees = useQuery(listContestedLateFees());
  if (fees.isPending) {
    return (
      <SkeletonArea label="Loading late fees">
        <SkeletonBar shape="card" className="h-40" />
      </SkeletonArea>
    );
  }
  if (fees.isLoadingError) return <ErrorCard onRetry={() => void fees.refetch()} />;
  return (
    <TaskList title="Contested late fees" empty="No late fees are contested.">
      {fees.data?.map((fee) => (
        <LateFeeTask key={fee.bookingId} fee={fee} />
      ))}
    </TaskList>
  );
}

/** Decided on the booking's page, with the messages and reports at hand. */
function LateFeeTask({ fee }: { fee: ContestedLateFeeView }) {
  const { bookingId, item, renter, owner, daysLate, owedCents, reason, contestedAt, allowedActions } = fee;
  return (
    <li className={TASK_STYLE}>
      <div className="min-w-0">
        <p className="font-semibold">
          {formatExactCents(owedCents)} for {item.title}
        </p>
        <p>
          {memberName(renter)} returned it {countOf(daysLate, "day")} late to {memberName(owner)}.
        </p>
        <p className="text-muted text-sm">Contested {sinceCopy(contestedAt)}</p>
        <p className="whitespace-pre-line break-words text-muted">“{reason}”</p>
      </div>
      <Decide bookingId={bookingId} title={item.title} isOwn={allowedActions.length === 0} />
    </li>
  );
}

function refundCause({ cause, card }: FailedRefundView): string {
  if (cause === "balance_too_low") return "Stripe will send it once the balance covers it.";
  const bank = card ? `The bank of the card ending in ${card.last4}` : "The bank";
  return cause === "sent_back"
    ? `${bank} returned it three times.`
    : "The card provider declined it three times, so we can’t refund the card.";
}

/** Shown only when there are any, because adding money is rarely needed. */
function WaitingRefunds({ refunds, onDone }: { refunds: readonly FailedRefundView[]; onDone: Done }) {
  const missing = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return (
    <section aria-label="Refunds waiting for funds">
      <h2 className="display-type text-xl">Refunds waiting for funds</h2>
      <Notice look="problem" className="mt-2">
        {`The Stripe balance is too low for ${formatExactCents(missing)} of refunds. Add money to the balance in Stripe’s dashboard.`}
      </Notice>
      <ul className="mt-2">
        {refunds.map((refund) => (
          <RefundTask key={refund.id} refund={refund} onDone={onDone} />
        ))}
      </ul>
    </section>
  );
}

function RefundTask({ refund, onDone }: { refund: FailedRefundView; onDone: Done }) {
  const { bookingId, description, payer, amountCents, allowedActions } = refund;
  return (
    <li className={TASK_STYLE}>
      <div className="min-w-0">
        <p className="font-semibold">
          {formatExactCents(amountCents)} to {memberName(payer)}
        </p>
        <p className="break-words text-muted">{payer.email}</p>
        <p className="text-muted text-sm">{refundCause(refund)}</p>
        <Link href={`/my-bookings/${bookingId}`} className={TEXT_LINK_STYLE}>
          {description}
        </Link>
      </div>
      {allowedActions.includes("mark_paid") && <PaidRefundButton refund={refund} onDone={onDone} />}
    </li>
  );
}

/** Money that waits for its owner or for an admin. There is nothing to click: it is sent once the reason is gone. */
function WaitingPayouts() {
  const pages = useInfiniteQuery(listWaitingPayouts());
  const list = useRef<HTMLUListElement>(null);
  const payouts = pages.data?.pages.flatMap((page) => page.body) ?? [];
  return (
    <section aria-label="Payouts that can’t be sent">
      <h2 className="display-type text-xl">Payouts that can’t be sent</h2>
      {pages.isPending && (
        <SkeletonArea label="Loading payouts">
          <SkeletonBar shape="card" className="mt-2 h-40" />
        </SkeletonArea>
      )}
      {pages.isLoadingError && <ErrorCard onRetry={() => void pages.refetch()} />}
      {pages.data && payouts.length === 0 && <p className="mt-2 text-muted">All due payouts were sent.</p>}
      {payouts.length > 0 && (
        <ul ref={list} className="mt-2">
          {payouts.map((payout) => (
            <WaitingPayout key={payout.bookingId} payout={payout} />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} count={payouts.length} list={list} problem="We couldn’t load more payouts." />
    </section>
  );
}

function WaitingPayout({ payout }: { payout: WaitingPayoutView }) {
  const { bookingId, item, owner, amountCents, waitingSince, reason } = payout;
  return (
    <li className="border-line border-b py-5 last:border-b-0">
      <p className="font-semibold">
        {formatExactCents(amountCents)} for {memberName(owner)}
      </p>
      <p className="break-words text-muted">{owner.email}</p>
      <p className="text-muted text-sm">
        Waiting since {formatDay(waitingSince)}. {WAITING_REASONS[reason]}
      </p>
      <Link href={`/my-bookings/${bookingId}`} className={TEXT_LINK_STYLE}>
        {item.title}
      </Link>
    </li>
  );
}
