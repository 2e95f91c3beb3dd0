import { useId } from "react";
import { NativeSelect } from "./native-select.tsx";

type Props = {
  label: string;
  /** What stands for no choice. */
  everything: string;
  options: readonly { value: string; label: string }[];
  value: string | null;
  /** Empty for no choice. */
  onChange: (value: string) => void;
};

/** A choice that counts at once, outside of a form. */
export function Select({ label, everything, options, value, onChange }: Props) {
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
