import type { InputHTMLAttributes, ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { CONTROL_STYLE } from "../ui/control-style.ts";
import { Field } from "./field.tsx";
import { useField } from "./form-context.ts";

type Props = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "autoComplete" | "inputMode" | "placeholder" | "spellCheck" | "autoCapitalize"
> & {
  name: string;
  label: string;
  hint?: ReactNode;
  /** An empty field means none, which is not the same as an empty text. */
  isNullable?: boolean;
};

export function TextField({ name, label, hint, isNullable = false, type = "text", ...rest }: Props) {
  const { register } = useFormContext();
  const { id, error, attributes } = useField(name, Boolean(hint));

  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        {...register(name, isNullable ? { setValueAs: nullIfBlank } : {})}
        {...rest}
        {...attributes}
        type={type}
        className={CONTROL_STYLE}
      />
    </Field>
  );
}

export const EmailField = (props: { name: string; label: string; autoComplete?: string; hint?: ReactNode }) => (
  <TextField type="email" inputMode="email" autoComplete="email" autoCapitalize="none" spellCheck={false} {...props} />
);

export const nullIfBlank = (text: string | null): string | null => (text?.trim() ? text : null);
