import { useId } from "react";

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; hint?: string }[];
  onChange: (value: Value) => void;
};

/** One of a few, all in view. */
export function OptionGroup<Value extends string>({ label, value, options, onChange }: Props<Value>) {
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
            <span className="min-w-0 flex-1">{option.label}</span>
            {option.hint && <span className="text-sm tabular-nums">{option.hint}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
