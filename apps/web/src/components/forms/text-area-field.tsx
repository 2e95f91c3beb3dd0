import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { CONTROL_STYLE } from "../ui/control-style.ts";
import { Field } from "./field.tsx";
import { useField } from "./form-context.ts";

type Props = { name: string; label: string; hint?: ReactNode; isOptional?: boolean; rows?: number };

export function TextAreaField({ name, label, hint, isOptional = false, rows = 3 }: Props) {
  const { register } = useFormContext();
  const { id, error, attributes } = useField(name, Boolean(hint));

  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea
        {...register(name, isOptional ? { setValueAs: undefinedIfBlank } : {})}
        {...attributes}
        rows={rows}
        className={`${CONTROL_STYLE} block h-auto resize-y py-2.5`}
      />
    </Field>
  );
}

const undefinedIfBlank = (text: string): string | undefined => (text.trim() ? text : undefined);
