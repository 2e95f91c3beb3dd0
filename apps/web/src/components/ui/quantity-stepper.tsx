import { Minus, Plus } from "lucide-react";
import { useId } from "react";

type Props = {
  label: string;
  hint?: string;
  value: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
};

const STEP =
  "grid size-11 place-items-center rounded-full border border-line-strong disabled:border-line disabled:text-muted enabled:hover:bg-subtle";

export function QuantityStepper({ label, hint, value, least, most, onChange }: Props) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand beside its controls
    <div role="group" aria-labelledby={id} className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <p id={id} className="font-semibold text-sm">
          {label}
        </p>
        {hint && <p className="text-muted text-sm">{hint}</p>}
      </div>
      <div className="flex items-center gap-3">
        <button
          type="button"
          aria-label="Fewer"
          className={STEP}
          disabled={value <= least}
          onClick={() => onChange(value - 1)}
        >
          <Minus size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
        <output className="min-w-6 text-center font-semibold tabular-nums">{value}</output>
        <button
          type="button"
          aria-label="More"
          className={STEP}
          disabled={value >= most}
          onClick={() => onChange(value + 1)}
        >
          <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}
