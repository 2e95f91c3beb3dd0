import { type ReactNode, useId } from "react";

type Props = { label: string; hint?: ReactNode; isOn: boolean; onChange: (isOn: boolean) => void };

/** A checkbox that counts at once. */
export function Switch({ label, hint, isOn, onChange }: Props) {
  const id = useId();
  return (
    <label className="flex min-h-11 items-start justify-between gap-6 py-2">
      <span>
        <span id={`${id}-label`} className="block font-semibold">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="mt-0.5 block text-muted text-sm">
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="relative mt-0.5 h-7 w-12 shrink-0 appearance-none rounded-full bg-line-strong transition-colors duration-120 before:absolute before:top-1 before:left-1 before:size-5 before:rounded-full before:bg-surface before:transition-transform before:duration-120 checked:bg-primary checked:before:translate-x-5"
      />
    </label>
  );
}
