import { type InputHTMLAttributes, useEffect, useId, useState } from "react";
import { useSettled } from "../../lib/browser/viewport.ts";
import { errorId, Field, hintId } from "../forms/field.tsx";
import { CONTROL_STYLE } from "./filter-field.tsx";

/** Debounce time: browsers reject a URL that changes with every letter. */
const DEBOUNCE_MS = 400;

type Props = Pick<InputHTMLAttributes<HTMLInputElement>, "inputMode" | "placeholder" | "autoComplete" | "maxLength"> & {
  label: string;
  hint?: string;
  error?: string;
  /** Lets an error summary link to the field. */
  id?: string;
  value: string;
  onChange: (text: string) => void;
};

/** Reports the text when typing stops or the field loses the focus. */
export function TypedField({ label, hint, error, id: givenId, value, onChange, ...attributes }: Props) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const description = [error && errorId(id), hint && hintId(id)].filter(Boolean).join(" ");
  const [known, setKnown] = useState(value);
  const [typed, setTyped] = useState(value);
  const settled = useSettled(typed, DEBOUNCE_MS);

  // Changed elsewhere, by the page's other form or by going back.
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  const report = (text: string) => {
    if (text === value) return;
    setKnown(text);
    onChange(text);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only settled text is reported
  useEffect(() => {
    if (settled === typed) report(settled);
  }, [settled]);

  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        {...attributes}
        id={id}
        type="text"
        value={typed}
        aria-invalid={error ? true : undefined}
        aria-describedby={description || undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => report(typed)}
        className={CONTROL_STYLE}
      />
    </Field>
  );
}
