import { Star } from "lucide-react";
import { useFormContext, useWatch } from "react-hook-form";
import { FieldError, FieldHint } from "../../../components/forms/field.tsx";
import { useField } from "../../../components/forms/form.tsx";
import { countOf } from "../../../lib/format.ts";
import { starsText } from "../copy.ts";

const STARS = [1, 2, 3, 4, 5];

const lookOf = (isFull: boolean) => (isFull ? "fill-accent text-accent" : "text-line-strong");

export function Stars({ rating, size = 18 }: { rating: number; size?: number }) {
  return (
    <span role="img" aria-label={starsText(rating)} className="inline-flex shrink-0 gap-0.5">
      {STARS.map((star) => (
        <Star key={star} size={size} strokeWidth={1.75} aria-hidden="true" className={lookOf(star <= rating)} />
      ))}
    </span>
  );
}

type StarsFieldProps = { name: string; label: string; hint?: string; size?: "small" | "large" };

/** Five radio buttons that look like stars. */
export function StarsField({ name, label, hint, size = "small" }: StarsFieldProps) {
  const { register, control } = useFormContext();
  const { id, error, attributes } = useField(name, Boolean(hint));
  const chosen = Number(useWatch({ control, name }) ?? 0);
  const isLarge = size === "large";

  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-invalid={attributes["aria-invalid"]}
      aria-describedby={attributes["aria-describedby"]}
      className="min-w-0"
    >
      <div className={isLarge ? "" : "flex flex-wrap items-center justify-between gap-x-4"}>
        <p id={`${id}-label`} className="font-semibold text-sm">
          {label}
        </p>
        <div className="-ml-2 flex">
          {STARS.map((star) => (
            <label
              key={star}
              className="grid size-11 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-ring"
            >
              <input
                {...register(name)}
                id={star === 1 ? id : undefined}
                type="radio"
                value={star}
                aria-label={countOf(star, "star")}
                className="sr-only"
              />
              <Star
                size={isLarge ? 34 : 24}
                strokeWidth={1.75}
                aria-hidden="true"
                className={`transition-colors duration-120 ${lookOf(star <= chosen)}`}
              />
            </label>
          ))}
        </div>
      </div>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      <FieldError id={id} error={error} />
    </div>
  );
}
