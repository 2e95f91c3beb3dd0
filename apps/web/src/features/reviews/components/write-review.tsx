import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { writeReview } from "@nexby/contract/reviews/reviews";
import { useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { ChoiceField } from "../../../components/forms/choice-fields.tsx";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextAreaField } from "../../../components/forms/text-fields.tsx";
import { FULL_SHEET, Modal } from "../../../components/ui/modal.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { toasts } from "../../../lib/toasts.ts";
import { getBookingReviews, refreshReviews, sendReview } from "../api.ts";
import { partLabels, typeOptions } from "../copy.ts";
import { StarsField } from "./stars.tsx";

type Props = { booking: BookingDetailView; other: string; onClose: () => void };

export function WriteReview({ booking, other, onClose }: Props) {
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
