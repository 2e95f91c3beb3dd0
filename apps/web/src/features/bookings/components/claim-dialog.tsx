import { claimDamage } from "@nexby/contract/bookings/booking-commands";
import type { BookingDetailView, BookingView } from "@nexby/contract/bookings/bookings";
import { addRentalPhoto } from "@nexby/contract/bookings/condition";
import { tooLargeMessage } from "@nexby/contract/endpoint";
import { amount } from "@nexby/contract/fields";
import { lastReports, MAX_PHOTOS_PER_REPORT, RETURN_PHASE } from "@nexby/domain/condition/condition-reports";
import { needsClaimPhoto } from "@nexby/domain/damage/damage-claims";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useFormContext, useFormState } from "react-hook-form";
import { z } from "zod";
import { ChoiceField } from "../../../components/forms/choice-fields.tsx";
import { Form, SubmitButton, useField } from "../../../components/forms/form.tsx";
import { TextAreaField, TextField } from "../../../components/forms/text-fields.tsx";
import { PhotoUpload } from "../../../components/photo-upload/photo-upload.tsx";
import { FILE_PREVIEW, type UploadParts } from "../../../components/photo-upload/photo-uploads.ts";
import { Dialog, DialogButtons } from "../../../components/ui/dialog.tsx";
import { isRetryable } from "../../../lib/api/errors.ts";
import { newId, uploadFile } from "../../../lib/api/upload-file.ts";
import { SEVERITY_OPTIONS, TYPE_OPTIONS } from "../../../lib/damage-labels.ts";
import { problemsOf } from "../../../lib/form-errors.ts";
import { withQuery } from "../../../lib/paths.ts";
import { ACTIONS, getCondition } from "../api.ts";
import { type ActionContext, actionCopy } from "../copy/actions.ts";
import { limitText, tooMuchText } from "../copy/damage-claim.ts";
import { missingCopy } from "../copy/missing-pieces.ts";
import { useAction } from "./use-action.ts";

type Props = ActionContext & {
  booking: BookingView | BookingDetailView;
  isOpen: boolean;
  onClose: () => void;
};

/** Photos are sent as they are chosen, so that the claim is complete when its form is sent. */
export function ClaimDialog({ isOpen, onGone, ...form }: Props) {
  const { title, text } = actionCopy("claim_damage", form.booking);
  return (
    <Dialog isOpen={isOpen} onClose={form.onClose} title={title} text={text} onOpenerGone={onGone}>
      <ClaimForm {...form} />
    </Dialog>
  );
}

const idOf = (address: string): string => address.split("/").at(-1) ?? "";

function ClaimForm({ booking, onClose, onTooLate }: Omit<Props, "isOpen" | "onGone">) {
  const { confirm, busy, done } = actionCopy("claim_damage", booking);
  const detail = "missingPieces" in booking ? booking : null;
  const suggested = detail && missingCopy(detail.missingPieces);
  const schema = useMemo(() => schemaOf(detail), [detail]);
  const [isSending, setIsSending] = useState(false);
  const submit = useAction(ACTIONS.claim_damage(booking.id), {
    done,
    onTooLate: (reason) => {
      // Closed first, because another dialog may take its place.
      onClose();
      onTooLate(reason, "claim_damage");
    },
  });

  return (
    <Form
      schema={schema}
      defaultValues={{
        photoIds: [],
        ...(suggested && { amountCents: suggested.amount, damageType: "missing_pieces" }),
      }}
      className="mt-5 grid grid-cols-1 gap-5"
      onSubmit={async (values) => {
        await submit(values);
        onClose();
      }}
    >
      <LateSuggestion amount={suggested?.amount} />
      <ChoiceField name="damageType" label="What happened?" type="radio" options={TYPE_OPTIONS} />
      <ChoiceField name="severity" label="How bad is it?" type="radio" options={SEVERITY_OPTIONS} />
      <ClaimPhotos bookingId={booking.id} onBusy={setIsSending} />
      <TextAreaField name="notes" label="Describe the damage" />
      <TextField
        name="amountCents"
        label="Repair or replacement cost, in dollars"
        hint={[suggested?.hint, detail && limitText(detail)].filter(Boolean).join(" ") || undefined}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
      />
      <DialogButtons cancelLabel="Not now">
        <SubmitButton look="danger" busyText={busy} isWaiting={isSending}>
          {confirm}
        </SubmitButton>
      </DialogButtons>
    </Form>
  );
}

/** A report sent just before may reach the booking after the dialog opened. What the owner chose or typed stays. */
function LateSuggestion({ amount }: { amount: string | undefined }) {
  const { getFieldState, setValue, formState } = useFormContext();
  useEffect(() => {
    if (amount === undefined) return;
    for (const [name, value] of Object.entries({ amountCents: amount, damageType: "missing_pieces" })) {
      if (!getFieldState(name, formState).isDirty) setValue(name, value);
    }
  }, [amount, formState, getFieldState, setValue]);
  return null;
}

/** The contract's claim, except that its amount is entered in dollars and is at most what the renter agreed to. */
const schemaOf = (booking: BookingDetailView | null) =>
  z
    .object({
      ...claimDamage.body.shape,
      amountCents: amount("Amount").refine((cents) => cents > 0, "Amount must be more than zero"),
    })
    .superRefine(
      ({ damageType, photoIds, amountCents }: Partial<z.output<typeof claimDamage.body>>, context) => {
        const isMissing = (photoIds ?? []).length === 0 && (!damageType || needsClaimPhoto(damageType));
        if (isMissing) {
          const message = "Add at least one photo that shows the problem";
          context.addIssue({ code: "custom", path: ["photoIds"], message });
        }
        const message = booking && tooMuchText(booking, { damageType, amountCents });
        if (message) context.addIssue({ code: "custom", path: ["amountCents"], message });
      },
      // Also when a field is invalid, so that all problems show at once.
      { when: () => true },
    );

type ClaimPhotosProps = { bookingId: string; onBusy: (isBusy: boolean) => void };

/** Starts with the photos of the owner's return report, which show the damage already. */
function ClaimPhotos({ bookingId, onBusy }: ClaimPhotosProps) {
  const { setValue } = useFormContext();
  const { isSubmitted } = useFormState();
  const { error } = useField("photoIds");
  const { data: condition } = useQuery(getCondition(bookingId));
  const [chosen, setChosen] = useState<string[] | null>(null);
  const reported = useMemo(() => {
    const report = condition && lastReports(condition.reports, RETURN_PHASE).find(({ byRole }) => byRole === "owner");
    if (!report || report.condition === "good") return [];
    return report.photoIds.map((id) => `/api/bookings/${bookingId}/photos/${id}`);
  }, [condition, bookingId]);
  const images = chosen ?? reported;
  const parts = useMemo(() => uploadTo(bookingId), [bookingId]);

  useEffect(() => {
    setValue("photoIds", images.map(idOf), { shouldValidate: isSubmitted });
  }, [images, isSubmitted, setValue]);

  return (
    <PhotoUpload
      images={images}
      onChange={setChosen}
      most={MAX_PHOTOS_PER_REPORT}
      label="Photos"
      hint="Show the damage close up and the whole item. We send each photo as you add it, without location data for the renter."
      error={error}
      onBusy={onBusy}
      parts={parts}
    />
  );
}

const { upload } = addRentalPhoto;

/** A file keeps its id, so that sending it again after a lost answer stores nothing twice. */
function uploadTo(bookingId: string): UploadParts {
  const ids = new WeakMap<File, string>();
  return {
    send: async (file, watch) => {
      const id = ids.get(file) ?? newId();
      ids.set(file, id);
      const path = withQuery(`/api/bookings/${bookingId}/photos/${id}`, { stage: "return" });
      return (await uploadFile<typeof addRentalPhoto>(path, file, watch)).url;
    },
    check: ({ size }) => (size > upload.maxBytes ? tooLargeMessage(upload) : null),
    explain: (error) => ({ message: problemsOf(error, []).message ?? "", canRetry: isRetryable(error) }),
    preview: FILE_PREVIEW,
    hasCover: false,
  };
}
