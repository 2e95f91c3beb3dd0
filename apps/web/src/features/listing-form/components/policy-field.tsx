import { CANCELLATION_POLICIES, type CancellationPolicy } from "@nexby/domain/listings/item-terms";
import { FieldError } from "../../../components/forms/field.tsx";
import { useField } from "../../../components/forms/form-context.ts";
import { CheckCard } from "./check-card.tsx";

const NAME = "cancellationPolicy";

const WORDS: Record<CancellationPolicy, { label: string; text: string }> = {
  flexible: { label: "Flexible", text: "All until 24 hours before the start, then half until it begins." },
  moderate: { label: "Moderate", text: "All until 5 days before the start, then half until 24 hours before." },
  strict: { label: "Strict", text: "All until 14 days before the start, then half until 7 days before." },
};

export function PolicyField() {
  const { id, error, attributes } = useField(NAME);
  return (
    <fieldset aria-describedby={attributes["aria-describedby"]}>
      <legend className="sr-only">Cancellation policy</legend>
      <div className="grid gap-3">
        {CANCELLATION_POLICIES.map((policy, index) => (
          <CheckCard key={policy} name={NAME} type="radio" value={policy} isFirst={index === 0} {...WORDS[policy]} />
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
