import { useFormContext } from "react-hook-form";
import { NativeSelect } from "../ui/native-select.tsx";
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

export function SelectField({ name, label, placeholder, options, autoComplete }: Props) {
  const { register } = useFormContext();
  const { id, error, attributes } = useField(name);

  return (
    <Field id={id} label={label} error={error}>
      <NativeSelect
        {...register(name, { setValueAs: nullIfBlank })}
        {...attributes}
        none={placeholder}
        options={options}
        autoComplete={autoComplete}
      />
    </Field>
  );
}
