import { useFormContext } from "react-hook-form";
import { CONTROL_STYLE } from "../ui/control-style.ts";
import { Field } from "./field.tsx";
import { useField } from "./form-context.ts";

/** One input for all six digits: what a phone offers to fill in, or what is pasted with a space in it, just fits. */
export function CodeField({ name, label, hint }: { name: string; label: string; hint?: string }) {
  const { register } = useFormContext();
  const { id, error, attributes } = useField(name, Boolean(hint));

  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        {...register(name, { setValueAs: withoutGaps })}
        {...attributes}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        className={`${CONTROL_STYLE} h-14 max-w-56 text-center font-semibold text-2xl tabular-nums tracking-[0.3em]`}
      />
    </Field>
  );
}

const withoutGaps = (text: string): string => text.replace(/[\s-]/g, "");
