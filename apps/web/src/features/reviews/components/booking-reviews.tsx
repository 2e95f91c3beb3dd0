import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { type BookingReviewsView, writeReview } from "@nexby/contract/reviews/reviews";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { EyeOff, Hourglass, Star } from "lucide-react";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { z } from "zod";
import { ChoiceField } from "../../../components/forms/choice-fields.tsx";
import { FieldError, FieldHint } from "../../../components/forms/field.tsx";
import { Form, SubmitButton, useField } from "../../../components/forms/form.tsx";
import { TextAreaField } from "../../../components/forms/text-fields.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { FULL_SHEET, Modal } from "../../../components/ui/modal.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { formatDay } from "../../../lib/dates.ts";
import { countOf } from "../../../lib/format.ts";
import { toasts } from "../../../lib/toasts.ts";
import { getBookingReviews, refreshReviews, sendReview } from "../api.ts";
import { BLIND_TEXT, partLabels, typeOptions, waitingText } from "../copy.ts";
import { ReviewEntry, STARS, starClass } from "./review-list.tsx";

type Props = { booking: BookingDetailView };

/** What the viewer may know of a booking's reviews, and the way to write theirs. */
export function BookingReviews({ booking }: Props) {
  const { data: reviews } = useQuery(getBookingReviews(booking.id));
  if (!reviews) return null;
  const { canReview, mine, received, isClaimAfterReading } = reviews;
  if (isClaimAfterReading) {
    return (
      <Notice look="information" title="Claim filed after reading a review">
        {booking.owner.firstName || "The owner"} could read {booking.renter.firstName || "the renter"}’s review before
        filing this claim.
      </Notice>
    );
  }
  if (!canReview && !mine && !received) return null;
  return (
    <section aria-labelledby="reviews" className="rounded-card border border-line bg-surface p-4 md:p-6">
      <h2 id="reviews" className="mb-4 display-type text-xl">
        Reviews
      </h2>
      <div className="grid gap-6">
        {canReview && <Invitation booking={booking} reviews={reviews} />}
        {received && <ReviewEntry review={received} />}
        {mine && <OwnReview booking={booking} reviews={reviews} />}
      </div>
    </section>
  );
}

const otherOf = ({ role, owner, renter }: BookingDetailView): string =>
  (role === "renter" ? owner.firstName : renter.firstName) || (role === "renter" ? "the owner" : "the renter");

type PartProps = Props & { reviews: BookingReviewsView };

function Invitation({ booking, reviews: { closesAt } }: PartProps) {
  const [isOpen, setIsOpen] = useState(false);
  const other = otherOf(booking);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-pretty">
        How was the rental with {other}? {closesAt && BLIND_TEXT(other, formatDay(closesAt))}
      </p>
      <Button onClick={() => setIsOpen(true)}>Write a review</Button>
      {isOpen && <WriteReview booking={booking} other={other} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function OwnReview({ booking, reviews: { mine, closesAt } }: PartProps) {
  if (!mine) return null;
  const isWaiting = mine.publishedAt === null;
  return (
    <div className="grid gap-4 border-line border-t pt-6 first:border-t-0 first:pt-0">
      {isWaiting && closesAt && (
        <p className="flex gap-2 text-pretty text-muted text-sm">
          <Hourglass size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
          {waitingText(otherOf(booking), formatDay(closesAt))}
        </p>
      )}
      {mine.hiddenReason !== null && (
        <p className="flex gap-2 text-pretty text-muted text-sm">
          <EyeOff size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
          We’ve hidden your review. Reason: “{mine.hiddenReason}”
        </p>
      )}
      <ReviewEntry review={mine} />
    </div>
  );
}

type WriteReviewProps = { booking: BookingDetailView; other: string; onClose: () => void };

function WriteReview({ booking, other, onClose }: WriteReviewProps) {
  const client = useQueryClient();
  const submit = useIntent((key, body: z.input<typeof writeReview.body>) => sendReview(booking.id)(key, body));
  const isRenter = booking.role === "renter";
  const labels = partLabels(isRenter ? "renter" : "owner");

  return (
    <Modal title="Write a review" onClose={onClose} className={`${FULL_SHEET} sm:max-w-lg`}>
      <div className="overflow-y-auto px-5 pb-6">
        <p className="mb-5 text-pretty text-muted">
          {isRenter ? booking.item.title : `${other} rented ${booking.item.title}`}. You can’t change your review after
          you send it.
        </p>
        <Form
          schema={writeReview.body}
          defaultValues={{ reviewType: "general" }}
          className="grid grid-cols-1 gap-5"
          onSubmit={async (review) => {
            const after = await submit(review);
            client.setQueryData(getBookingReviews(booking.id).queryKey, after);
            toasts.show({ title: after.mine?.publishedAt ? "Both reviews are published" : "Review saved" });
            onClose();
            await refreshReviews(client);
          }}
        >
          <StarsField name="rating" label="Overall" size="large" />
          {isRenter && (
            <ChoiceField name="reviewType" label="Your rating is about" type="radio" options={typeOptions(other)} />
          )}
          <div className="grid gap-1 rounded-card border border-line px-4 py-2">
            <StarsField name="communicationRating" label={`${labels.communication} (optional)`} />
            <StarsField name="punctualityRating" label={`${labels.punctuality} (optional)`} />
            <StarsField name="conditionRating" label={`${labels.condition} (optional)`} />
          </div>
          <TextAreaField
            name="comment"
            label="Your review"
            hint={isRenter ? "What should the next renter know?" : `What should other owners know about ${other}?`}
            rows={5}
          />
          <SubmitButton busyText="Sending..." className="sm:justify-self-end">
            Send review
          </SubmitButton>
        </Form>
      </div>
    </Modal>
  );
}

type StarsFieldProps = { name: string; label: string; hint?: string; size?: "small" | "large" };

/** Five radio buttons that look like stars. */
function StarsField({ name, label, hint, size = "small" }: StarsFieldProps) {
  const { register, control } = useFormContext();
  const { id, error, attributes } = useField(name, Boolean(hint));
  const chosen = Number(useWatch({ control, name }) ?? 0);
  const isLarge = size === "large";

  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-invalid={attributes["aria-invalid"]}
      aria-describedby={attributes["aria-describedby"]}
      className="min-w-0"
    >
      <div className={isLarge ? "" : "flex flex-wrap items-center justify-between gap-x-4"}>
        <p id={`${id}-label`} className="font-semibold text-sm">
          {label}
        </p>
        <div className="-ml-2 flex">
          {STARS.map((star) => (
            <label
              key={star}
              className="grid size-11 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-ring"
            >
              <input
                {...register(name)}
                id={star === 1 ? id : undefined}
                type="radio"
                value={star}
                aria-label={countOf(star, "star")}
                className="sr-only"
              />
              <Star
                size={isLarge ? 34 : 24}
                strokeWidth={1.75}
                aria-hidden="true"
                className={`transition-colors duration-120 ${starClass(star <= chosen)}`}
              />
            </label>
          ))}
        </div>
      </div>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      <FieldError id={id} error={error} />
    </div>
  );
}
