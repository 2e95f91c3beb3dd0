import { Field } from "../../../components/forms/field.tsx";
import { errorId, hintId } from "../../../components/forms/field-ids.ts";
import { CHECKBOX_STYLE, CONTROL_STYLE } from "../../../components/ui/control-style.ts";

type Props = {
  id: string;
  label: string;
  hint: string | null;
  error: string | undefined;
  time: string;
  isFlexible: boolean;
  onTime: (time: string) => void;
  onFlexible: (isFlexible: boolean) => void;
};

const QUARTER_HOUR = 15 * 60;

/** A time of day, and whether another would do as well. */
export function TimeField({ id, label, hint, error, time, isFlexible, onTime, onFlexible }: Props) {
  const description = [error && errorId(id), hint && hintId(id)].filter(Boolean).join(" ");
  return (
    <div className="min-w-0">
      <Field id={id} label={`${label} (optional)`} hint={hint} error={error}>
        <input
          id={id}
          type="time"
          step={QUARTER_HOUR}
          value={time}
          aria-invalid={error ? true : undefined}
          aria-describedby={description || undefined}
          onChange={(event) => onTime(event.target.value)}
          className={CONTROL_STYLE}
        />
      </Field>
      <label className="mt-1 flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          checked={isFlexible}
          onChange={(event) => onFlexible(event.target.checked)}
          className={CHECKBOX_STYLE}
        />
        <span>
          I am flexible<span className="sr-only"> about the {label.toLowerCase()}</span>
        </span>
      </label>
    </div>
  );
}
