import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { CONTROL_STYLE } from "./control-style.ts";

type Props = {
  label: string;
  /** What stands for no choice. */
  everything: string;
  options: readonly { value: string; label: string }[];
  value: string | null;
  /** Empty for no choice. */
  onChange: (value: string) => void;
};

/** A choice that counts at once, outside of a form. The browser's own: on a phone it is the wheel people know. */
export function Select({ label, everything, options, value, onChange }: Props) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value ?? ""}
          onChange={(event) => onChange(event.target.value)}
          className={`${CONTROL_STYLE} appearance-none pr-10`}
        >
          <option value="">{everything}</option>
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
    </div>
  );
}
