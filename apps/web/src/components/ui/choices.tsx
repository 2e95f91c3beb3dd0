import { Minus, Plus } from "lucide-react";
import { type ReactNode, useId } from "react";

type OptionGroupProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; hint?: string; text?: string }[];
  onChange: (value: Value) => void;
};

/** Single choice with all options visible. */
export function OptionGroup<Value extends string>({ label, value, options, onChange }: OptionGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">{label}</legend>
      <div className="grid auto-rows-fr gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 items-center gap-2.5 rounded-control border border-line-strong bg-surface px-3.5 py-1.5 font-medium hover:bg-subtle has-checked:border-primary has-checked:bg-primary-soft has-checked:text-on-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="size-4.5 shrink-0 accent-primary outline-none"
            />
            <span className="min-w-0 flex-1">
              {option.label}
              {option.text && <span className="block text-pretty font-normal text-sm">{option.text}</span>}
            </span>
            {option.hint && <span className="text-sm tabular-nums">{option.hint}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type SwitchProps = { label: string; hint?: ReactNode; isOn: boolean; onChange: (isOn: boolean) => void };

/** Checkbox that takes effect at once. */
export function Switch({ label, hint, isOn, onChange }: SwitchProps) {
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

type QuantityStepperProps = {
  label: string;
  hint?: string;
  value: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
};

const STEP =
  "grid size-11 place-items-center rounded-full border border-line-strong disabled:border-line disabled:text-muted enabled:hover:bg-subtle";

export function QuantityStepper({ label, hint, value, least, most, onChange }: QuantityStepperProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand beside its controls
    <div role="group" aria-labelledby={id} className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <p id={id} className="font-semibold text-sm">
          {label}
        </p>
        {hint && <p className="text-muted text-sm">{hint}</p>}
      </div>
      <div className="flex items-center gap-3">
        <button
          type="button"
          aria-label="Fewer"
          className={STEP}
          disabled={value <= least}
          onClick={() => onChange(value - 1)}
        >
          <Minus size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
        <output className="min-w-6 text-center font-semibold tabular-nums">{value}</output>
        <button
          type="button"
          aria-label="More"
          className={STEP}
          disabled={value >= most}
          onClick={() => onChange(value + 1)}
        >
          <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}
