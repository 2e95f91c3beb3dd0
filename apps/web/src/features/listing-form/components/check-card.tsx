import { useFormContext } from "react-hook-form";
import { FieldError } from "../../../components/forms/field.tsx";
import { useField } from "../../../components/forms/form-context.ts";
import { CHECKBOX_STYLE } from "../../../components/ui/control-style.ts";

type Props = { name: string; label: string; text: string } & (
  | { type?: "checkbox"; value?: undefined; isFirst?: undefined }
  /** Of several with one name; a summary leads to the first. */
  | { type: "radio"; value: string; isFirst: boolean }
);

/** A choice that needs a sentence. */
export function CheckCard({ name, label, text, type = "checkbox", value, isFirst = true }: Props) {
  const { register } = useFormContext();
  const { id, error, attributes } = useField(name);
  const textId = `${id}-${value ?? "on"}-text`;
  const described = [textId, attributes["aria-describedby"]].filter(Boolean).join(" ");

  return (
    <div>
      <label className="flex min-h-11 items-start gap-3 rounded-control border border-line-strong bg-surface p-3.5 hover:bg-subtle has-checked:border-primary has-checked:bg-primary-soft has-checked:text-on-primary-soft">
        <input
          {...register(name)}
          id={isFirst ? id : undefined}
          aria-invalid={attributes["aria-invalid"]}
          aria-labelledby={`${textId}-label`}
          aria-describedby={described}
          type={type}
          value={value}
          className={`${CHECKBOX_STYLE} mt-0.5`}
        />
        <span className="min-w-0">
          <span id={`${textId}-label`} className="block font-semibold">
            {label}
          </span>
          <span id={textId} className="block text-pretty text-sm">
            {text}
          </span>
        </span>
      </label>
      {type === "checkbox" && <FieldError id={id} error={error} />}
    </div>
  );
}
