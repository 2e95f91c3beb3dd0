import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { CONTROL_STYLE } from "../ui/control-style.ts";
import { Field } from "./field.tsx";
import { useField } from "./form-context.ts";

type Props = { name: string; label: string; autoComplete: "current-password" | "new-password"; hint?: string };

export function PasswordField({ name, label, autoComplete, hint }: Props) {
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
