import type { ReactNode } from "react";

type Choice<Value> = { value: Value; label: ReactNode; count?: number | undefined };
type Props<Value> = {
  label: string;
  name: string;
  /** One of them, or any number. */
  kind: "radio" | "checkbox";
  choices: readonly Choice<Value>[];
  isChosen: (value: Value) => boolean;
  onChoose: (value: Value) => void;
  /** Whether there are at least as many as the counts say. */
  isPartial?: boolean;
};

export function ChoicePills<Value extends string | number>({
  label,
  choices,
  isPartial = false,
  ...rest
}: Props<Value>) {
  const { name, kind, isChosen, onChoose } = rest;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ value, label: text, count }) => (
          <label
            key={value}
            className="flex min-h-11 items-center gap-2 rounded-full border border-line-strong px-4 font-medium text-sm outline-offset-2 outline-ring transition-colors duration-120 hover:bg-subtle has-checked:border-ink has-checked:bg-ink has-checked:text-surface has-focus-visible:outline-2"
          >
            <input
              type={kind}
              name={name}
              value={value}
              checked={isChosen(value)}
              onChange={() => onChoose(value)}
              className="sr-only"
            />
            {text}
            {count !== undefined && (
              <span className="tabular-nums opacity-75">
                <span className="sr-only">, results: </span>
                {count.toLocaleString("en-US")}
                {isPartial && count > 0 && "+"}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
