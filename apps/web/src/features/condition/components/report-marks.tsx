import type { BookingConditionView } from "@nexby/contract/bookings/condition";
import { MAX_MARKS_PER_REPORT } from "@nexby/domain/condition/condition-reports";
import { Plus, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { Field, fieldId } from "../../../components/forms/field.tsx";
import { useField, useOwnForm } from "../../../components/forms/form.tsx";
import { nullIfBlank, TextField } from "../../../components/forms/text-fields.tsx";
import type { Entries } from "../../../components/photo-upload/photo-list.ts";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { NativeSelect } from "../../../components/ui/select.tsx";
import type { DraftFields } from "../draft-store.ts";

type Props = { entries: Entries; knownMarks: BookingConditionView["knownMarks"] };

/** Scratches and dents. What both people confirm is known in the next rental. */
export function ReportMarks({ entries, knownMarks }: Props) {
  const { id: formId } = useOwnForm();
  const { setValue } = useFormContext();
  const { isSubmitted } = useFormState();
  const marks: DraftFields["marks"] = useWatch({ name: "marks" });
  const adding = useRef<HTMLButtonElement>(null);
  const added = useRef<string | null>(null);
  const append = () => {
    added.current = fieldId(formId, `marks.${marks.length}.description`);
    setValue("marks", [...marks, { description: "", photoId: null }]);
  };
  const remove = (index: number) => {
    // Errors belong to positions, which have changed.
    setValue("marks", marks.toSpliced(index, 1), { shouldValidate: isSubmitted });
    adding.current?.focus();
  };
  useEffect(() => {
    if (added.current !== null) document.getElementById(added.current)?.focus();
    added.current = null;
  });

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold text-sm">Marks (optional)</legend>
      <p className="text-muted text-sm">
        Describe each scratch, dent or stain you can see. Nobody pays later for a mark you both confirmed.
      </p>
      {knownMarks.length > 0 && (
        <p className="mt-1 break-words text-muted text-sm">
          Already known: {knownMarks.map(({ description }) => description).join(", ")}.
        </p>
      )}
      <ol className="mt-3 grid gap-4 empty:hidden">
        {marks.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the form names its fields by position
          <li key={index} className="grid gap-3 rounded-control border border-line p-3">
            <div className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <TextField name={`marks.${index}.description`} label={`Mark ${index + 1}`} autoComplete="off" />
              </div>
              <button
                type="button"
                aria-label={`Remove mark ${index + 1}`}
                onClick={() => remove(index)}
                className={`${BUTTON_STYLE.sign} mt-6.5 shrink-0`}
              >
                <Trash2 size={20} strokeWidth={1.75} aria-hidden="true" />
              </button>
            </div>
            {entries.length > 0 && <MarkPhoto index={index} entries={entries} />}
          </li>
        ))}
      </ol>
      {marks.length < MAX_MARKS_PER_REPORT && (
        <button ref={adding} type="button" className={`${BUTTON_STYLE.outline} mt-3`} onClick={append}>
          <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
          Add a mark
        </button>
      )}
    </fieldset>
  );
}

function MarkPhoto({ index, entries }: { index: number; entries: Entries }) {
  const { register } = useFormContext();
  const name = `marks.${index}.photoId`;
  const { id, error, attributes } = useField(name);
  return (
    <Field id={id} label={`Photo of mark ${index + 1}`} error={error}>
      <NativeSelect
        {...register(name, { setValueAs: nullIfBlank })}
        {...attributes}
        none="No photo"
        options={entries.map((entry, place) => ({ value: entry.id, label: `Photo ${place + 1}` }))}
      />
    </Field>
  );
}
