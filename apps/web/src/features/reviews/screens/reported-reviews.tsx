import { decideOnReview as decisionContract, type ModeratedReviewView } from "@nexby/contract/reviews/reviews";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "wouter";
import shield from "../../../../../../assets/web/shield.webp";
import { DecisionButton, type DecisionTexts } from "../../../components/forms/decision-button.tsx";
import { SavedStatus } from "../../../components/forms/form.tsx";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard, MessageCard } from "../../../components/ui/message-card.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { formatDay } from "../../../lib/dates.ts";
import { decideOnReview, listReportedReviews, type ModerationFilter, refreshReviews } from "../api.ts";
import { ReviewEntry } from "../components/review-list.tsx";
import { nameOf } from "../copy.ts";

const EMPTY: Record<ModerationFilter, string> = {
  reported: "No reviews to look at.",
  hidden: "No hidden reviews.",
};

/** Reviews with open reports, or hidden ones. */
export function ReportedReviews({ filter }: { filter: ModerationFilter }) {
  const client = useQueryClient();
  const pages = useInfiniteQuery(listReportedReviews(filter));
  const list = useRef<HTMLUListElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState<string | null>(null);
  const reviews = pages.data?.pages.flatMap((page) => page.body) ?? [];

  const done = async (text: string) => {
    await refreshReviews(client);
    setMessage(text);
  };

  return (
    <div ref={area} tabIndex={-1} className="outline-none">
      <SavedStatus text={message} className="pb-3" />
      {pages.isPending && (
        <SkeletonArea label="Loading reviews">
          <SkeletonBar shape="card" className="h-64" />
        </SkeletonArea>
      )}
      {pages.isLoadingError && <ErrorCard onRetry={() => void pages.refetch()} />}
      {pages.data && reviews.length === 0 && (
        <MessageCard picture={<img src={shield} alt="" width={96} height={96} />} text={EMPTY[filter]}>
          <Link href="/admin" className={TEXT_LINK_STYLE}>
            Go to dashboard
          </Link>
        </MessageCard>
      )}
      {reviews.length > 0 && (
        <ul ref={list} aria-label="Reviews" className="grid grid-cols-1 gap-5">
          {reviews.map((review) => (
            <li key={review.id} className="rounded-card border border-line bg-surface p-4 md:p-6">
              <ModeratedReview review={review} onDone={done} onGone={() => area.current?.focus()} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore pages={pages} count={reviews.length} list={list} problem="We couldn’t load more reviews." />
    </div>
  );
}

type Props = { review: ModeratedReviewView; onDone: (message: string) => Promise<void>; onGone: () => void };

/** A review with its reports and the decisions on it. */
export function ModeratedReview({ review, onDone, onGone }: Props) {
  const { reports, hidden, reviewee, bookingId, canDecide } = review;
  return (
    <div className="grid gap-5">
      <ReviewEntry review={{ ...review, allowedActions: [] }} hasItem />
      <div className="grid gap-2 rounded-card bg-subtle p-4 text-sm">
        <p>
          About{" "}
          <Link href={`/users/${reviewee.id}`} className="font-semibold underline underline-offset-4">
            {nameOf(reviewee)}
          </Link>
        </p>
        {reports.map(({ reason, by, at }) => (
          <p key={`${by}${at}`} className="text-pretty break-words">
            <span className="font-semibold">{by}</span> reported it on {formatDay(at)}: “{reason}”
          </p>
        ))}
        {hidden && (
          <p className="text-pretty break-words">
            <span className="font-semibold">{hidden.by}</span> hid it on {formatDay(hidden.at)}: “{hidden.reason}”
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {canDecide && !hidden && <Decision decision="hide" {...{ review, onDone, onGone }} />}
        {canDecide && <Decision decision="keep" {...{ review, onDone, onGone }} />}
        {!canDecide && <p className="text-muted text-sm">This review involves you. Another admin has to decide.</p>}
        <Link href={`/my-bookings/${bookingId}`} className={`${TEXT_LINK_STYLE} ml-auto`}>
          See the booking
        </Link>
      </div>
    </div>
  );
}

const HIDE: DecisionTexts = {
  label: "Hide review",
  title: "Hide this review?",
  text: "It leaves the listing, the profile and all averages at once. We tell its author the reason.",
  hint: "The author will read this",
  busy: "Hiding...",
  done: "Review hidden",
  look: "danger",
};
const KEEP: DecisionTexts = {
  label: "Keep review",
  title: "Keep this review public?",
  text: "The reports are closed. The review counts in all averages.",
  busy: "Saving...",
  done: "Review kept",
  look: "primary",
};
const SHOW_AGAIN: DecisionTexts = { ...KEEP, label: "Show again" };

const schema = decisionContract.body.pick({ reason: true });

function Decision({ decision, review, ...then }: Props & { decision: "hide" | "keep" }) {
  const keep = review.hidden ? SHOW_AGAIN : KEEP;
  return (
    <DecisionButton
      texts={decision === "hide" ? HIDE : keep}
      subject={`${nameOf(review.reviewer)}, ${review.item.title}`}
      schema={schema}
      send={(key, reason) => decideOnReview(review.id)(key, { decision, reason })}
      {...then}
    />
  );
}
