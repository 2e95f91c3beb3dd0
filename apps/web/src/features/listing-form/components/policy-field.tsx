import { CANCELLATION_POLICIES } from "@nexby/domain/listings/item-terms";
import { FieldError } from "../../../components/forms/field.tsx";
import { useField } from "../../../components/forms/form-context.ts";
import { CANCELLATION_WORDS } from "../../../lib/cancellation-words.ts";
import { CheckCard } from "./check-card.tsx";

const NAME = "cancellationPolicy";

export function PolicyField() {
  const { id, error, attributes } = useField(NAME);
  return (
    <fieldset aria-describedby={attributes["aria-describedby"]}>
      <legend className="sr-only">Cancellation policy</legend>
      <div className="grid gap-3">
        {CANCELLATION_POLICIES.map((policy, index) => (
          <CheckCard
            key={policy}
            name={NAME}
            type="radio"
            value={policy}
            isFirst={index === 0}
            {...CANCELLATION_WORDS[policy]}
          />
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
