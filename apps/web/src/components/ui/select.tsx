import { ChevronDown } from "lucide-react";
import { type ComponentProps, useId } from "react";
import { CONTROL_STYLE } from "./filter-field.tsx";

type SelectProps = {
  label: string;
  /** What stands for no choice. */
  everything: string;
  options: readonly { value: string; label: string }[];
  value: string | null;
  /** Empty for no choice. */
  onChange: (value: string) => void;
};

/** A choice that counts at once, outside of a form. */
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
  /** What stands for no choice. */
  none: string;
  options: readonly { value: string; label: string }[];
};

/** The browser's own: on a phone it is the wheel people know. */
export function NativeSelect({ none, options, ...attributes }: NativeSelectProps) {
  return (
    <div className="relative">
      <select {...attributes} className={`${CONTROL_STYLE} appearance-none pr-10`}>
        <option value="">{none}</option>
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
