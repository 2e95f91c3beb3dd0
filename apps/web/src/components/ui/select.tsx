import { ChevronDown } from "lucide-react";
import { type ComponentProps, useId } from "react";
import { CONTROL_STYLE } from "./filter-field.tsx";

type SelectProps = {
  label: string;
  /** Label of the empty option. */
  everything: string;
  options: readonly { value: string; label: string }[];
  value: string | null;
  /** Called with an empty string for no choice. */
  onChange: (value: string) => void;
};

/** Select outside of a form that takes effect at once. */
export function Select({ label, everything, options, value, onChange }: SelectProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {label}
      </label>
      <NativeSelect
        id={id}
        none={everything}
        options={options}
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

type NativeSelectProps = Omit<ComponentProps<"select">, "className" | "children"> & {
  /** Label of the empty option; without one, something is always chosen. */
  none?: string;
  options: readonly { value: string; label: string }[];
};

/** Native select, which on phones is the familiar picker. */
export function NativeSelect({ none, options, ...attributes }: NativeSelectProps) {
  return (
    <div className="relative">
      <select {...attributes} className={`${CONTROL_STYLE} appearance-none pr-10`}>
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={20}
        strokeWidth={1.75}
        aria-hidden="true"
        className="pointer-events-none absolute top-3 right-3 text-muted"
      />
    </div>
  );
}
