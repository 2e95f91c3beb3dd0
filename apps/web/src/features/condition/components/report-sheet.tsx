import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import {
  type BookingConditionView,
  type NewConditionReport,
  reportCondition,
} from "@nexby/contract/bookings/condition";
import {
  PICKUP_PHASE,
  RETURN_PHASE,
  type ReportPhase,
  type ReportRole,
  refusalOfReport,
} from "@nexby/domain/condition/condition-reports";
import type { Piece } from "@nexby/domain/listings/kit";
import { useEffect, useState } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import type { z } from "zod";
import { ChoiceField } from "../../../components/forms/choice-fields.tsx";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { PiecesChecklist } from "../../../components/forms/pieces-checklist.tsx";
import { CodeField, TextAreaField } from "../../../components/forms/text-fields.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { FULL_SHEET, Modal } from "../../../components/ui/modal.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { ScrollArea } from "../../../components/ui/scroll-area.tsx";
import { realNow } from "../../../lib/server-time.ts";
import { toasts } from "../../../lib/toasts.ts";
import { CONDITION_OPTIONS, otherName, PIECES_HINTS, phaseText, storageText } from "../copy.ts";
import type { DraftFields } from "../draft-store.ts";
import { isUnsendable, type ReportDraft, UNSENDABLE } from "../report-draft.ts";
import type { OpenDraft } from "../use-report-draft.ts";
import { ReportMarks } from "./report-marks.tsx";
import { ReportPhotos } from "./report-photos.tsx";

type Props = OpenDraft & {
  booking: BookingDetailView;
  condition: BookingConditionView;
  phase: ReportPhase;
  /** Why the person needs this report. */
  reason: string | null;
  /** Called when the server has the report, not when it waits for the connection. */
  onSent: (() => void) | undefined;
  onClose: () => void;
};

/** Fills a phone's screen, because that is where most reports are made. */
export function ReportSheet(props: Props) {
  const { booking, phase, state, onClose } = props;
  const [endings] = useState(state.endings);
  // The draft may have been sent in the background.
  const isGone = state.endings !== endings;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);

  if (isGone) return null;
  return (
    <Modal
      title={`Report condition ${phaseText(phase, booking)}`}
      onClose={onClose}
      className={`${FULL_SHEET} animate-[rise_320ms_cubic-bezier(0.2,0.8,0.2,1)] sm:max-w-2xl`}
    >
      {/* Room for the button that stays at the bottom, which must not cover what has the focus. */}
      <ScrollArea className="min-h-0 flex-1 scroll-pb-24 px-5 pt-2">
        <ReportForm {...props} />
      </ScrollArea>
    </Modal>
  );
}

function ReportForm({ draft, state, booking, condition, phase, reason, onSent, onClose }: Props) {
  const { fields, entries } = state;
  const [defaults] = useState(() => ({
    ...fields,
    condition: fields.condition ?? undefined,
    marks: [...fields.marks],
    // The form takes text that is no number yet, and its schema rejects it.
    pieces: fields.pieces as NewConditionReport["pieces"],
    phase,
    photoIds: entries.map(({ id }) => id),
  }));
  const role = booking.role === "owner" ? "owner" : "renter";
  const kit = booking.price.pieces ?? [];
  const storage = storageText(state);
  const submit = async (report: NewConditionReport) => {
    const result = await draft.submit(report);
    onClose();
    if (result === "sent") onSent?.();
    if (result === "queued") {
      toasts.show({ title: "Saved on this phone", description: "We’ll send your report as soon as we can." });
    }
  };

  return (
    <Form
      schema={schemaFor({ role, phase, isFoodTruck: booking.item.isFoodTruck, kit }, draft)}
      defaultValues={defaults}
      label="Condition report"
      className="grid grid-cols-1 gap-7"
      onSubmit={submit}
    >
      <KeepDraft draft={draft} photoIds={entries.map(({ id }) => id)} />
      {reason && <Notice look="information">{reason.replace(/\.?$/, ".")}</Notice>}
      {state.isQueued && (
        <Notice look="information">This report is waiting to be sent. If you change it, send it again.</Notice>
      )}
      {state.problem !== null && (
        <Notice look="problem" title="Your report wasn’t sent">
          {state.problem}
        </Notice>
      )}
      {storage && (
        <Notice look="information" role="status">
          {storage}
        </Notice>
      )}
      <ReportPhotos draft={draft} state={state} shots={condition.shots} other={otherName(booking)} />
      <ReportPhotoCode other={otherName(booking)} />
      <PiecesChecklist kit={kit} hint={PIECES_HINTS[phase]} />
      <ChoiceField
        name="condition"
        label="Condition"
        type="radio"
        options={CONDITION_OPTIONS}
        hint="Choose Other if it’s dirty, incomplete or not as described."
      />
      <TextAreaField name="notes" label="Notes" hint={<NotesCounter />} />
      <ReportMarks entries={entries} knownMarks={phase === PICKUP_PHASE ? condition.knownMarks : []} />
      <Discard draft={draft} />
      <div className="sticky bottom-0 -mx-5 border-line border-t bg-surface px-5 py-3">
        <SubmitButton busyText="Sending..." className="w-full">
          Send report
        </SubmitButton>
      </div>
    </Form>
  );
}

/** The other person's code. The time at which it was entered is kept with it, because the report may be sent later. */
function ReportPhotoCode({ other }: { other: string }) {
  const { watch, setValue } = useFormContext();

  useEffect(() => {
    const { unsubscribe } = watch(({ photoCode }, { name }) => {
      if (name !== "photoCode") return;
      setValue("photoCodeAt", photoCode ? new Date(realNow()).toISOString() : undefined);
    });
    return unsubscribe;
  }, [watch, setValue]);

  return (
    <CodeField
      name="photoCode"
      label={`${other}’s photo code (optional)`}
      hint={`Shows that you made this report when you met. ${other} finds it in this booking under “Show photo code.”`}
      isOptional
    />
  );
}

const MAX_NOTES = 2000;

function NotesCounter() {
  const notes: unknown = useWatch({ name: "notes" });
  const count = typeof notes === "string" ? notes.length : 0;
  return `Optional if the condition is good. ${count.toLocaleString("en-US")} of ${MAX_NOTES.toLocaleString("en-US")} characters.`;
}

/** Keeps every change on the device at once, and tells the form which photos there are. */
function KeepDraft({ draft, photoIds }: { draft: ReportDraft; photoIds: readonly string[] }) {
  const { watch, setValue, getValues, trigger } = useFormContext();
  const { isSubmitted } = useFormState();
  const ids = photoIds.join();

  useEffect(() => {
    setValue("photoIds", ids === "" ? [] : ids.split(","), { shouldValidate: isSubmitted });
    const marks: DraftFields["marks"] = getValues("marks");
    for (const [index, { photoId }] of marks.entries()) {
      if (photoId && !ids.includes(photoId)) setValue(`marks.${index}.photoId`, null);
    }
  }, [ids, isSubmitted, setValue, getValues]);

  useEffect(() => {
    const { unsubscribe } = watch(({ condition, notes, marks, pieces, photoCode, photoCodeAt }, { name }) => {
      const fields = {
        condition: condition || null,
        notes: notes ?? "",
        marks: marks ?? [],
        ...(pieces && { pieces }),
        photoCode,
        photoCodeAt,
      };
      draft.setFields(structuredClone(fields));
      // The condition decides whether notes and photos are needed.
      if (name === "condition" && isSubmitted) void trigger(["notes", "photoIds"]);
    });
    return unsubscribe;
  }, [watch, draft, isSubmitted, trigger]);
  return null;
}

/** Asks in place: a second dialog would cover the photos it is about. */
function Discard({ draft }: { draft: ReportDraft }) {
  const [isAsked, setIsAsked] = useState(false);
  if (!isAsked) {
    return (
      <button
        type="button"
        onClick={() => setIsAsked(true)}
        className="min-h-11 justify-self-start font-semibold text-danger text-sm underline underline-offset-4"
      >
        Discard this report
      </button>
    );
  }
  return (
    <div role="alert" className="rounded-control bg-subtle px-4 py-3">
      <p>Discard this report? We delete everything that isn’t sent. Photos you’ve sent stay with the booking.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button look="danger" onClick={() => void draft.discard()}>
          Discard
        </Button>
        <Button look="outline" onClick={() => setIsAsked(false)}>
          Keep
        </Button>
      </div>
    </div>
  );
}

/** A moment at which reports of the phase are allowed: whether it is too late now is for the server to decide. */
const ALLOWED = {
  [PICKUP_PHASE]: { status: "scheduled", actualPickupAt: null, returnedAt: null, outages: [] },
  [RETURN_PHASE]: { status: "in_possession", actualPickupAt: null, returnedAt: null, outages: [] },
} as const;

const MISSING: Record<string, { field: "photoIds" | "notes"; message: string }> = {
  receipt_photo_missing: { field: "photoIds", message: "Add at least one photo of the item you received" },
  claim_photo_missing: { field: "photoIds", message: "Add at least one photo that shows the problem" },
  notes_missing: { field: "notes", message: "Please describe the item’s condition" },
};

type Reported = { role: ReportRole; phase: ReportPhase; isFoodTruck: boolean; kit: readonly Piece[] };

/** The contract's report, with the rules that depend on who reports what. */
function schemaFor(
  reported: Reported,
  draft: ReportDraft,
): z.ZodType<NewConditionReport, z.input<typeof reportCondition.body>> {
  return reportCondition.body.superRefine(
    (report: Partial<NewConditionReport>, context) => {
      const add = (field: string, message: string) =>
        context.addIssue({ code: "custom", path: field.split("."), message });
      const { notes, photoIds = [] } = report;
      // Without a choice, the only problem is that there is none.
      const condition = report.condition || "good";
      if (isUnsendable(draft.state().entries)) add("photoIds", UNSENDABLE);
      const facts = { ...reported, condition, notes: notes?.trim() || null, photoCount: photoIds.length };
      const missing = MISSING[refusalOfReport(ALLOWED[reported.phase], facts, new Date(0)) ?? ""];
      if (missing) add(missing.field, missing.message);
      for (const [index, { count: most }] of reported.kit.entries()) {
        const counted = report.pieces?.[index]?.count ?? 0;
        if (counted > most) add(`pieces.${index}.count`, `Please enter ${most} or fewer`);
      }
    },
    // Also when a field is invalid, so that all problems show at once.
    { when: () => true },
  );
}
