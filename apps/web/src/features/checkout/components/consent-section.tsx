import type { ReactNode } from "react";
import { FieldError } from "../../../components/forms/field.tsx";
import { errorId, fieldId } from "../../../components/forms/field-ids.ts";
import { CHECKBOX_STYLE } from "../../../components/ui/control-style.ts";
import type { Consents } from "../checkout-body.ts";

type Props = {
  consents: Consents;
  termsVersion: number | undefined;
  onChange: (changes: Partial<Consents>) => void;
  formId: string;
  errors: Readonly<Record<string, string>>;
};

export function ConsentSection({ consents, termsVersion, onChange, formId, errors }: Props) {
  return (
    <div className="grid max-w-xl grid-cols-1 gap-2">
      <Consent
        id={fieldId(formId, "acceptsTerms")}
        isGiven={consents.acceptsTerms}
        error={errors.acceptsTerms}
        onChange={(acceptsTerms) => onChange({ acceptsTerms })}
      >
        I agree to the {/* In a window of its own: what is filled in here stays. */}
        <a href="/terms" target="_blank" rel="noopener" className="font-semibold underline underline-offset-4">
          Terms and Conditions
        </a>
        {termsVersion !== undefined && ` (version ${termsVersion})`}.
      </Consent>
      <Consent
        id={fieldId(formId, "acceptsLaterCharges")}
        isGiven={consents.acceptsLaterCharges}
        error={errors.acceptsLaterCharges}
        onChange={(acceptsLaterCharges) => onChange({ acceptsLaterCharges })}
      >
        If I return it late or damage it, my card may be charged for that later, as described above.
      </Consent>
    </div>
  );
}

type ConsentProps = {
  id: string;
  isGiven: boolean;
  error: string | undefined;
  onChange: (isGiven: boolean) => void;
  children: ReactNode;
};

function Consent({ id, isGiven, error, onChange, children }: ConsentProps) {
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-2">
        <input
          id={id}
          type="checkbox"
          checked={isGiven}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId(id) : undefined}
          onChange={(event) => onChange(event.target.checked)}
          className={`${CHECKBOX_STYLE} mt-0.5`}
        />
        <span className="min-w-0 text-pretty">{children}</span>
      </label>
      <FieldError id={id} error={error} />
    </div>
  );
}
