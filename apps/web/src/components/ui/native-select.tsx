import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { CONTROL_STYLE } from "./control-style.ts";

type Props = Omit<ComponentProps<"select">, "className" | "children"> & {
  /** What stands for no choice. */
  none: string;
  options: readonly { value: string; label: string }[];
};

/** The browser's own: on a phone it is the wheel people know. */
export function NativeSelect({ none, options, ...attributes }: Props) {
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
