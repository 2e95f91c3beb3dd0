import { Trash2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import { type FieldPath, get, useFormContext, useFormState, useWatch } from "react-hook-form";
import { Field, FieldError } from "../../../components/forms/field.tsx";
import { useField, useOwnForm } from "../../../components/forms/form.tsx";
import { CHECKBOX_STYLE, CONTROL_STYLE } from "../../../components/ui/filter-field.tsx";
import type { ListingValues } from "../listing-values.ts";

type AmountFieldProps = { name: string; label: string; hint?: ReactNode };

/** Free-text dollar amount. */
export function MoneyField({ name, label, hint }: AmountFieldProps) {
  const { register } = useFormContext();
  const { id, error, attributes } = useField(name, Boolean(hint));
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <span aria-hidden="true" className="absolute inset-y-0 left-3.5 grid place-items-center text-muted">
          $
        </span>
        <input
          {...register(name)}
          {...attributes}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          className={`${CONTROL_STYLE} pl-8 tabular-nums`}
        />
      </div>
    </Field>
  );
}

export function NumberField({
  name,
  label,
  hint,
  unit,
  placeholder,
}: AmountFieldProps & { unit?: string; placeholder?: string }) {
  const { register } = useFormContext();
  const { id, error, attributes } = useField(name, Boolean(hint));
  return (
    <Field id={id} label={unit ? `${label} (${unit})` : label} hint={hint} error={error}>
      <input
        {...register(name)}
        {...attributes}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        className={`${CONTROL_STYLE} tabular-nums`}
      />
    </Field>
  );
}

type RowCellProps = {
  name: string;
  label: string;
  /** With the row's name, for screen readers. */
  fullLabel: string;
  value: string;
  inputMode?: "text" | "decimal";
  placeholder?: string;
  onChange: (typed: string) => void;
};

/** A field in a row of several. Its error is shown by `RowErrors`, because a cell has no room for it. */
export function RowCell({ name, label, fullLabel, value, inputMode = "decimal", placeholder, onChange }: RowCellProps) {
  const { attributes } = useField(name);
  return (
    <label className="min-w-0">
      <span className="mb-1 block truncate text-muted text-sm">{label}</span>
      <input
        {...attributes}
        name={name}
        aria-label={fullLabel}
        type="text"
        inputMode={inputMode}
        autoComplete="off"
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${CONTROL_STYLE} px-2.5 tabular-nums`}
      />
    </label>
  );
}

export const RowErrors = ({ names }: { names: readonly string[] }) =>
  names.map((name) => <RowError key={name} name={name} />);

function RowError({ name }: { name: string }) {
  const { id, error } = useField(name);
  return <FieldError id={id} error={error} />;
}

export function RemoveRow({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-control text-muted hover:bg-subtle hover:text-ink"
    >
      <Trash2 size={20} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}

type FieldGroupProps = { title: string; text?: ReactNode; children: ReactNode };

export function FieldGroup({ title, text, children }: FieldGroupProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-5 border-line border-t pt-6">
      <div>
        <h3 id={heading} className="font-semibold text-lg">
          {title}
        </h3>
        {text && <p className="mt-0.5 text-pretty text-muted text-sm">{text}</p>}
      </div>
      {children}
    </section>
  );
}

/** Two fields side by side on wide screens. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-4">{children}</div>;
}

type CheckCardProps = { name: string; label: string; text: string } & (
  | { type?: "checkbox"; value?: undefined; isFirst?: undefined }
  /** Several radio cards share a name; error links focus the first. */
  | { type: "radio"; value: string; isFirst: boolean }
);

/** An option with an explanation. */
export function CheckCard({ name, label, text, type = "checkbox", value, isFirst = true }: CheckCardProps) {
  const { register } = useFormContext();
  const { id, error, attributes } = useField(name);
  const textId = `${id}-${value ?? "on"}-text`;
  const described = [textId, attributes["aria-describedby"]].filter(Boolean).join(" ");

  return (
    <div>
      <label className="flex min-h-11 items-start gap-3 rounded-control border border-line-strong bg-surface p-3.5 hover:bg-subtle has-checked:border-primary has-checked:bg-primary-soft has-checked:text-on-primary-soft">
        <input
          {...register(name)}
          id={isFirst ? id : undefined}
          aria-invalid={attributes["aria-invalid"]}
          aria-labelledby={`${textId}-label`}
          aria-describedby={described}
          type={type}
          value={value}
          className={`${CHECKBOX_STYLE} mt-0.5`}
        />
        <span className="min-w-0">
          <span id={`${textId}-label`} className="block font-semibold">
            {label}
          </span>
          <span id={textId} className="block text-pretty text-sm">
            {text}
          </span>
        </span>
      </label>
      {type === "checkbox" && <FieldError id={id} error={error} />}
    </div>
  );
}

type WrittenLengthProps = { name: "title" | "description" | "availabilityNotes"; most: number };

export function WrittenLength({ name, most }: WrittenLengthProps) {
  const written = useWatch<ListingValues, WrittenLengthProps["name"]>({ name });
  return (
    <span className="tabular-nums">
      {written.trim().length.toLocaleString("en-US")} of {most.toLocaleString("en-US")} characters
    </span>
  );
}

/** True when one of these fields has an error; it must then be visible regardless of other choices. */
export function useIsWrong(names: readonly FieldPath<ListingValues>[]): boolean {
  const { control } = useFormContext<ListingValues>();
  const { errors } = useFormState({ control });
  const { refusals } = useOwnForm();
  return names.some((name) => get(errors, name) !== undefined || name in refusals);
}
