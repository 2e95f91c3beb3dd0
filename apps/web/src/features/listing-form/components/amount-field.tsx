import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { Field } from "../../../components/forms/field.tsx";
import { useField } from "../../../components/forms/form-context.ts";
import { CONTROL_STYLE } from "../../../components/ui/control-style.ts";

type Props = { name: string; label: string; hint?: ReactNode };

/** Dollars as people type them. */
export function MoneyField({ name, label, hint }: Props) {
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

/** A number of something, where there is one, with its unit. */
export function NumberField({ name, label, hint, unit, placeholder }: Props & { unit?: string; placeholder?: string }) {
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
