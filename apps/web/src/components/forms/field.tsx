import { CircleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";

type Props = { id: string; label: string; hint?: ReactNode; error: string | undefined; children: ReactNode };

export function Field({ id, label, hint, error, children }: Props) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {label}
      </label>
      {children}
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      <FieldError id={id} error={error} />
    </div>
  );
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={hintId(id)} className="mt-1.5 text-muted text-sm">
      {children}
    </p>
  );
}

/**
 * Keeps its line after the error is fixed, so that the content below doesn't move during a click. It is hidden, not
 * removed: a dialog would take the removed element for the focused one and pull the focus back.
 */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  const [latest, setLatest] = useState("");
  if (error && error !== latest) setLatest(error);
  if (latest === "") return null;

  const visibility = error ? "" : " invisible";
  return (
    <p id={errorId(id)} className={`mt-1.5 flex min-h-5 gap-1.5 font-medium text-danger text-sm${visibility}`}>
      <CircleAlert size={16} strokeWidth={2} aria-hidden="true" className="mt-0.5 shrink-0" />
      {latest}
    </p>
  );
}

export const fieldId = (formId: string, name: string): string => `${formId}-${name}`;

export const hintId = (id: string): string => `${id}-hint`;
export const errorId = (id: string): string => `${id}-error`;
