import { US_STATES } from "@nexby/domain/kernel/us-states";
import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { CHECKBOX_STYLE } from "../ui/filter-field.tsx";
import { NativeSelect } from "../ui/select.tsx";
import { Field, FieldError, FieldHint } from "./field.tsx";
import { useField } from "./form.tsx";
import { nullIfBlank, TextField } from "./text-fields.tsx";

export function CheckboxField({ name, label }: { name: string; label: string }) {
  const { register } = useFormContext();
  const { id, error, attributes } = useField(name);

  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input {...register(name)} {...attributes} type="checkbox" className={CHECKBOX_STYLE} />
        {label}
      </label>
      <FieldError id={id} error={error} />
    </div>
  );
}

type Option = { value: string; label: string };

type ChoiceFieldProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  options: readonly Option[];
  type: "radio" | "checkbox";
};

/** Shows all options at touch size. */
export function ChoiceField({ name, label, hint, options, type }: ChoiceFieldProps) {
  const { register } = useFormContext();
  const { id, error, attributes } = useField(name, Boolean(hint));
  const { "aria-invalid": invalid, "aria-describedby": description } = attributes;
  // Radio buttons are invalid as a group, checkboxes individually.
  const isOneOf = type === "radio";

  return (
    <fieldset
      role={isOneOf ? "radiogroup" : undefined}
      aria-invalid={isOneOf ? invalid : undefined}
      aria-describedby={description}
    >
      <legend className="mb-1.5 font-semibold text-sm">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option, index) => (
          <label
            key={option.value}
            className="flex min-h-11 items-center gap-2.5 rounded-control border border-line-strong bg-surface px-3.5 font-medium hover:bg-subtle has-checked:border-primary has-checked:bg-primary-soft has-checked:text-on-primary-soft"
          >
            <input
              {...register(name)}
              // The error summary links to the first option.
              id={index === 0 ? id : undefined}
              aria-invalid={isOneOf ? undefined : invalid}
              type={type}
              value={option.value}
              className={CHECKBOX_STYLE}
            />
            {option.label}
          </label>
        ))}
      </div>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

type SelectFieldProps = {
  name: string;
  label: string;
  /** The empty choice. Without it, one of the options is always chosen. */
  placeholder?: string;
  options: readonly { value: string; label: string }[];
  autoComplete?: string;
};

export function SelectField({ name, label, placeholder, options, autoComplete }: SelectFieldProps) {
  const { register } = useFormContext();
  const { id, error, attributes } = useField(name);

  return (
    <Field id={id} label={label} error={error}>
      <NativeSelect
        {...register(name, { setValueAs: nullIfBlank })}
        {...attributes}
        none={placeholder}
        options={options}
        autoComplete={autoComplete}
      />
    </Field>
  );
}

const STATES = Object.entries(US_STATES).map(([value, label]) => ({ value, label }));

/** `isNullable` stores an empty field as null. */
type ContactFieldProps = { isNullable?: boolean };

export function PhoneField({ isNullable = false }: ContactFieldProps) {
  return (
    <TextField
      name="phoneNumber"
      label="Phone number"
      type="tel"
      autoComplete="tel"
      isNullable={isNullable}
      hint="Include the country code, such as +1 201 555 0123"
    />
  );
}

export function PlaceFields({ isNullable = false }: ContactFieldProps) {
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-4">
      <TextField name="city" label="City" autoComplete="address-level2" isNullable={isNullable} />
      <SelectField
        name="state"
        label="State"
        placeholder="Choose a state"
        options={STATES}
        autoComplete="address-level1"
      />
    </div>
  );
}
