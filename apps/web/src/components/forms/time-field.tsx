import { useFormContext, useWatch } from "react-hook-form";
import { NativeSelect } from "../ui/select.tsx";
import { Field } from "./field.tsx";
import { useField } from "./form.tsx";
import { timeOptions } from "./time-options.ts";

export function TimeField({ name, label }: { name: string; label: string }) {
  const { register } = useFormContext();
  const watched: unknown = useWatch({ name });
  const { id, error, attributes } = useField(name);
  const time = typeof watched === "string" ? watched : "";

  return (
    <Field id={id} label={label} error={error}>
      <NativeSelect {...register(name)} {...attributes} value={time} options={timeOptions(time)} />
    </Field>
  );
}
