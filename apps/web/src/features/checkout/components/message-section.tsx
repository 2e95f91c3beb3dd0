import { Field } from "../../../components/forms/field.tsx";
import { errorId, hintId } from "../../../components/forms/field-ids.ts";
import { CONTROL_STYLE } from "../../../components/ui/control-style.ts";
import { CheckoutSection } from "./checkout-section.tsx";

const LONGEST = 2000;

type Props = {
  id: string;
  owner: string;
  message: string;
  error: string | undefined;
  onChange: (message: string) => void;
};

export function MessageSection({ id, owner, message, error, onChange }: Props) {
  return (
    <CheckoutSection title={`Message to ${owner}`}>
      <div className="max-w-xl">
        <Field
          id={id}
          label="Message (optional)"
          hint="What you need it for, or what you would like to know."
          error={error}
        >
          <textarea
            id={id}
            rows={3}
            maxLength={LONGEST}
            value={message}
            aria-invalid={error ? true : undefined}
            aria-describedby={[error && errorId(id), hintId(id)].filter(Boolean).join(" ")}
            onChange={(event) => onChange(event.target.value)}
            className={`${CONTROL_STYLE} block h-auto resize-y py-2.5`}
          />
        </Field>
      </div>
    </CheckoutSection>
  );
}
