import {
  type ReviewView,
  replyToReview as replyContract,
  reportReview as reportContract,
} from "@nexby/contract/reviews/reviews";
import { type UseInfiniteQueryResult, useQueryClient } from "@tanstack/react-query";
import { BadgeCheck, CornerDownRight, Star, ThumbsUp } from "lucide-react";
import { useRef } from "react";
import { Link } from "wouter";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextAreaField } from "../../../components/forms/text-fields.tsx";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { DialogButton, DialogButtons } from "../../../components/ui/dialog.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { formatDay } from "../../../lib/dates.ts";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { toasts } from "../../../lib/toasts.ts";
import { refreshReviews, replyToReview, reportReview, voteOnReview } from "../api.ts";
import { displayedReviewOf, helpfulText, nameOf, partsText, shortNameOf, starsText, typeText } from "../copy.ts";

type Props = {
  review: ReviewView;
  /** On a person's page, which item it was about. */
  hasItem?: boolean;
};

/** A published review with what the viewer may do with it. */
export function ReviewEntry({ review, hasItem = false }: Props) {
  const { reviewer, rating, comment, createdAt } = displayedReviewOf(review);
  const details = [partsText(review), typeText(review)].filter(Boolean);
  const name = nameOf(reviewer);

  return (
    <article aria-label={`Review by ${name}`} className="grid gap-3">
      <header className="flex items-center gap-3">
        <Avatar person={reviewer} />
        <div className="min-w-0">
          <Link href={`/users/${reviewer.id}`} className="font-semibold underline-offset-4 hover:underline">
            {shortNameOf(reviewer)}
          </Link>
          <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
            {createdAt && <time dateTime={createdAt}>{formatDay(createdAt)}</time>}
            {review.isVerifiedRental && (
              <span className="flex items-center gap-1">
                <BadgeCheck size={16} strokeWidth={1.75} aria-hidden="true" />
                Verified rental
              </span>
            )}
          </p>
        </div>
      </header>
      <div className="grid gap-1">
        <Stars rating={rating} />
        {hasItem && (
          <p className="text-muted text-sm">
            {review.byRole === "renter" ? "Rented " : "Lent "}
            <Link href={`/listings/${review.item.id}`} className="underline underline-offset-4 hover:text-ink">
              {review.item.title}
            </Link>
          </p>
        )}
      </div>
      <p className="max-w-[68ch] whitespace-pre-line text-pretty break-words">{comment}</p>
      {details.length > 0 && <p className="text-muted text-sm">{details.join(" · ")}</p>}
      {review.reply && <Reply reply={review.reply} />}
      {review.allowedActions.length > 0 && <Actions review={review} name={name} />}
    </article>
  );
}

function Reply({ reply }: { reply: NonNullable<ReviewView["reply"]> }) {
  return (
    <div className="flex max-w-[68ch] gap-3 rounded-card bg-subtle p-4">
      <CornerDownRight size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="font-semibold text-sm">{reply.by ? `${reply.by} replied` : "Reply"}</p>
        <p className="whitespace-pre-line text-pretty break-words">{reply.text}</p>
      </div>
    </div>
  );
}

function Actions({ review, name }: { review: ReviewView; name: string }) {
  const { allowedActions } = review;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {allowedActions.includes("reply") && <ReplyButton review={review} name={name} />}
      {allowedActions.includes("helpful") && <HelpfulButton review={review} name={name} />}
      {allowedActions.includes("report") && <ReportButton review={review} name={name} />}
    </div>
  );
}

type ActionProps = { review: ReviewView; name: string };

function HelpfulButton({ review: { id, wasHelpful, helpfulCount }, name }: ActionProps) {
  const client = useQueryClient();
  const action = useMutationAction(async (key, isHelpful: boolean) => {
    await voteOnReview(id, isHelpful)(key);
    await refreshReviews(client);
  });
  return (
    <>
      <Button
        look="outline"
        aria-pressed={wasHelpful}
        aria-label={`${helpfulText(helpfulCount)}: review by ${name}`}
        isBusy={action.isBusy}
        onClick={() => void action.run(!wasHelpful)}
        className="aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-on-primary-soft"
      >
        <ThumbsUp size={16} strokeWidth={1.75} aria-hidden="true" />
        {helpfulText(helpfulCount)}
      </Button>
      {action.problem && (
        <p role="alert" className="font-medium text-danger text-sm">
          {action.problem}
        </p>
      )}
    </>
  );
}

function ReplyButton({ review: { id }, name }: ActionProps) {
  const client = useQueryClient();
  const submit = useIntent((key, reply: string) => replyToReview(id)(key, { reply }));
  return (
    <DialogButton
      label="Reply"
      name={`Reply to the review by ${name}`}
      title={`Reply to ${name}?`}
      text="Everyone can read your reply. You can reply once and can’t change it later."
    >
      {(close) => (
        <Form
          schema={replyContract.body}
          className="mt-5 grid grid-cols-1 gap-6"
          onSubmit={async ({ reply }) => {
            await submit(reply);
            await refreshReviews(client);
            toasts.show({ title: "Reply published" });
            close();
          }}
        >
          <TextAreaField name="reply" label="Your reply" rows={4} />
          <DialogButtons>
            <SubmitButton busyText="Publishing...">Publish reply</SubmitButton>
          </DialogButtons>
        </Form>
      )}
    </DialogButton>
  );
}

function ReportButton({ review: { id }, name }: ActionProps) {
  const submit = useIntent((key, reason: string) => reportReview(id)(key, { reason }));
  return (
    <DialogButton
      label="Report"
      name={`Report the review by ${name}`}
      title="Report this review?"
      text="Our team reads every report. We hide reviews that insult people, reveal private data or aren’t about the rental."
    >
      {(close) => (
        <Form
          schema={reportContract.body}
          className="mt-5 grid grid-cols-1 gap-6"
          onSubmit={async ({ reason }) => {
            await submit(reason);
            toasts.show({ title: "Thanks, we’ll look at it" });
            close();
          }}
        >
          <TextAreaField name="reason" label="What’s wrong with it?" />
          <DialogButtons>
            <SubmitButton busyText="Sending...">Send report</SubmitButton>
          </DialogButtons>
        </Form>
      )}
    </DialogButton>
  );
}

type Pages = UseInfiniteQueryResult<{ pages: { body: ReviewView[] }[] }>;

type ReviewListProps = { pages: Pages; label: string; empty: string; hasItem?: boolean };

export function ReviewList({ pages, label, empty, hasItem = false }: ReviewListProps) {
  const list = useRef<HTMLUListElement>(null);
  const reviews = pages.data?.pages.flatMap((page) => page.body) ?? [];

  return (
    <div>
      {pages.isPending && (
        <SkeletonArea label="Loading reviews">
          <SkeletonBar shape="card" className="h-40" />
        </SkeletonArea>
      )}
      {pages.isLoadingError && <ErrorCard onRetry={() => void pages.refetch()} />}
      {pages.data && reviews.length === 0 && <p className="text-pretty text-muted">{empty}</p>}
      {reviews.length > 0 && (
        <ul ref={list} aria-label={label} className="grid grid-cols-1 gap-8">
          {reviews.map((review) => (
            <li key={review.id} className="min-w-0 border-line border-b pb-8 last:border-b-0 last:pb-0">
              <ReviewEntry review={review} hasItem={hasItem} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore pages={pages} count={reviews.length} list={list} problem="We couldn’t load more reviews." />
    </div>
  );
}

export const STARS = [1, 2, 3, 4, 5];

export const starClass = (isFull: boolean) => (isFull ? "fill-accent text-accent" : "text-line-strong");

function Stars({ rating, size = 18 }: { rating: number; size?: number }) {
  return (
    <span role="img" aria-label={starsText(rating)} className="inline-flex shrink-0 gap-0.5">
      {STARS.map((star) => (
        <Star key={star} size={size} strokeWidth={1.75} aria-hidden="true" className={starClass(star <= rating)} />
      ))}
    </span>
  );
}
