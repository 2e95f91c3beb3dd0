import { type InputHTMLAttributes, useEffect, useId, useState } from "react";
import { useSettled } from "../../lib/browser/viewport.ts";
import { errorId, Field, hintId } from "../forms/field.tsx";
import { CONTROL_STYLE } from "./filter-field.tsx";

/** Browsers refuse an address that changes with every letter. */
const SETTLED_MS = 400;

type Props = Pick<InputHTMLAttributes<HTMLInputElement>, "inputMode" | "placeholder" | "autoComplete" | "maxLength"> & {
  label: string;
  hint?: string;
  error?: string;
  /** For a summary of mistakes to lead here. */
  id?: string;
  value: string;
  onChange: (text: string) => void;
};

/** What is typed counts when the typing stops, or when the field is left. */
export function TypedField({ label, hint, error, id: givenId, value, onChange, ...attributes }: Props) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const description = [error && errorId(id), hint && hintId(id)].filter(Boolean).join(" ");
  const [known, setKnown] = useState(value);
  const [typed, setTyped] = useState(value);
  const settled = useSettled(typed, SETTLED_MS);

  // Changed elsewhere, by the other form of the page or by going back.
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  const tell = (text: string) => {
    if (text === value) return;
    setKnown(text);
    onChange(text);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of typing tells
  useEffect(() => {
    if (settled === typed) tell(settled);
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
        onBlur={() => tell(typed)}
        className={CONTROL_STYLE}
      />
    </Field>
  );
}
