import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, useState } from "react";
import { useFormContext } from "react-hook-form";
import { CONTROL_STYLE } from "../ui/filter-field.tsx";
import { Field } from "./field.tsx";
import { useField } from "./form.tsx";

type TextFieldProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "autoComplete" | "inputMode" | "placeholder" | "spellCheck" | "autoCapitalize"
> & {
  name: string;
  label: string;
  hint?: ReactNode;
  /** Stores an empty field as null instead of an empty string. */
  isNullable?: boolean;
};

export function TextField({ name, label, hint, isNullable = false, type = "text", ...rest }: TextFieldProps) {
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

type TextAreaFieldProps = { name: string; label: string; hint?: ReactNode; isOptional?: boolean; rows?: number };

export function TextAreaField({ name, label, hint, isOptional = false, rows = 3 }: TextAreaFieldProps) {
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

type PasswordFieldProps = {
  name: string;
  label: string;
  autoComplete: "current-password" | "new-password";
  hint?: string;
};

export function PasswordField({ name, label, autoComplete, hint }: PasswordFieldProps) {
  const { register } = useFormContext();
  const { id, error, attributes } = useField(name, Boolean(hint));
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;

  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          {...register(name)}
          {...attributes}
          type={isShown ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          className={`${CONTROL_STYLE} pr-12`}
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={`Show ${label.toLowerCase()}`}
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-0 right-0 grid size-11 place-items-center rounded-control text-muted -outline-offset-2 hover:text-ink"
        >
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
    </Field>
  );
}

type CodeFieldProps = {
  name: string;
  label: string;
  hint?: string;
  /** Stores an empty field as undefined instead of an empty string. */
  isOptional?: boolean;
};

/** A single input for all six digits, so that autofilled codes and pasted codes with spaces work. */
export function CodeField({ name, label, hint, isOptional = false }: CodeFieldProps) {
  const { register } = useFormContext();
  const { id, error, attributes } = useField(name, Boolean(hint));

  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        {...register(name, { setValueAs: isOptional ? digitsOrUndefined : withoutGaps })}
        {...attributes}
        type="text"
        inputMode="numeric"
        autoComplete={isOptional ? "off" : "one-time-code"}
        spellCheck={false}
        className={`${CONTROL_STYLE} h-14 max-w-56 text-center font-semibold text-2xl! tabular-nums tracking-[0.3em]`}
      />
    </Field>
  );
}

const withoutGaps = (text: string): string => text.replace(/[\s-]/g, "");

const digitsOrUndefined = (text: string | undefined): string | undefined => withoutGaps(text ?? "") || undefined;
