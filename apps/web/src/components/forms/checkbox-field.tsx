import { useFormContext } from "react-hook-form";
import { CHECKBOX_STYLE } from "../ui/control-style.ts";
import { FieldError } from "./field.tsx";
import { useField } from "./form-context.ts";

export function CheckboxField({ name, label }: { name: string; label: string }) {
  const { register } = useFormContext();
  const { id, error, attributes } = useField(name);

  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input {...register(name)} {...attributes} type="checkbox" className={CHECKBOX_STYLE} />
        {label}
      </label>
      <FieldError id={id} error={error} />
    </div>
  );
}
