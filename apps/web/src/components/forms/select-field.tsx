import { ChevronDown } from "lucide-react";
import { useFormContext } from "react-hook-form";
import { CONTROL_STYLE } from "../ui/control-style.ts";
import { Field } from "./field.tsx";
import { useField } from "./form-context.ts";
import { nullIfBlank } from "./text-field.tsx";

type Props = {
  name: string;
  label: string;
  /** What is shown while nothing is chosen. */
  placeholder: string;
  options: readonly { value: string; label: string }[];
  autoComplete?: string;
};

/** The browser's own: on a phone it is the wheel people know. */
export function SelectField({ name, label, placeholder, options, autoComplete }: Props) {
  const { register } = useFormContext();
  const { id, error, attributes } = useField(name);

  return (
    <Field id={id} label={label} error={error}>
      <div className="relative">
        <select
          {...register(name, { setValueAs: nullIfBlank })}
          {...attributes}
          autoComplete={autoComplete}
          className={`${CONTROL_STYLE} appearance-none pr-10`}
        >
          <option value="">{placeholder}</option>
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
    </Field>
  );
}
