import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { CHECKBOX_STYLE } from "../ui/control-style.ts";
import { FieldError, FieldHint } from "./field.tsx";
import { useField } from "./form-context.ts";

type Option = { value: string; label: string };

type Props = {
  name: string;
  label: string;
  hint?: ReactNode;
  options: readonly Option[];
  /** One of them, or any number. */
  type: "radio" | "checkbox";
};

/** All choices in view, each as large as a finger needs it. */
export function ChoiceField({ name, label, hint, options, type }: Props) {
  const { register } = useFormContext();
  const { id, error, attributes } = useField(name, Boolean(hint));
  const { "aria-invalid": invalid, "aria-describedby": description } = attributes;
  // Of radio buttons it is the group that is wrong, of checkboxes each.
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
              // A summary leads to the first of them.
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
