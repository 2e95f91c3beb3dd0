import { CHARGE_CONSENT } from "@nexby/domain/payments/later-charges";
import { type ReactNode, useEffect, useRef } from "react";
import { CardChoice, type CardFace } from "../../../components/card-form/card-choice.tsx";
import type { CardFormHandle } from "../../../components/card-form/use-card-form.tsx";
import { errorId, FieldError, fieldId } from "../../../components/forms/field.tsx";
import { CHECKBOX_STYLE } from "../../../components/ui/filter-field.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import type { Consents } from "../checkout-body.ts";
import { CheckoutSection } from "./checkout-layout.tsx";

type ConsentSectionProps = {
  isFoodTruck: boolean;
  consents: Consents;
  termsVersion: number | undefined;
  onChange: (changes: Partial<Consents>) => void;
  formId: string;
  errors: Readonly<Record<string, string>>;
};

export function ConsentSection(props: ConsentSectionProps) {
  const { isFoodTruck, consents, termsVersion, onChange, formId, errors } = props;
  return (
    <div className="grid max-w-xl grid-cols-1 gap-2">
      <Consent
        id={fieldId(formId, "acceptsTerms")}
        isGiven={consents.acceptsTerms}
        error={errors.acceptsTerms}
        onChange={(acceptsTerms) => onChange({ acceptsTerms })}
      >
        I agree to the {/* Opens in a new tab so that the form keeps its input. */}
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
        {isFoodTruck ? CHARGE_CONSENT.truck : CHARGE_CONSENT.rental}
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

type PaymentSectionProps = {
  card: CardFormHandle;
  problem: string | null;
  isBusy: boolean;
  /** The saved card to select at first. */
  preferred?: CardFace | null;
};

/** Shows a card error next to the card form. */
export function PaymentSection({ card, problem, isBusy, preferred = null }: PaymentSectionProps) {
  const report = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) report.current?.focus();
  }, [problem]);

  return (
    <CheckoutSection title="Card">
      <div className="grid max-w-xl grid-cols-1 gap-4">
        {problem && (
          <Notice ref={report} look="problem" role="alert" title="Your payment didn’t go through">
            {problem}
          </Notice>
        )}
        <CardChoice entry={card.entry} isFixed={isBusy} preferred={preferred} />
      </div>
    </CheckoutSection>
  );
}
