import { Plus } from "lucide-react";
import { useRef } from "react";
import { useController } from "react-hook-form";
import { FieldError, FieldHint } from "../../../components/forms/field.tsx";
import { useField } from "../../../components/forms/form.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import type { ListingValues, TierValues } from "../listing-values.ts";
import { RemoveRow, RowCell, RowErrors } from "./fields.tsx";

const NAME = "foodTruck.tieredPricing";
const COLUMNS = ["min", "max", "perPersonPriceCents"] as const;

/** Prices by number of guests, as consecutive ranges. */
export function TierEditor() {
  const { field } = useController<ListingValues, typeof NAME>({ name: NAME });
  const { id, error, attributes } = useField(NAME, true);
  const add = useRef<HTMLButtonElement>(null);
  const tiers = field.value;

  const remove = (index: number) => {
    field.onChange(withoutTier(tiers, index));
    // The pressed button was removed with its row.
    add.current?.focus();
  };

  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={attributes["aria-describedby"]}>
      <legend className="mb-1.5 font-semibold text-sm">Price tiers</legend>
      {tiers.length > 0 && (
        <ol className="mb-3 grid gap-3">
          {tiers.map((tier, index) => (
            <Tier
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position and has no state
              key={index}
              index={index}
              tier={tier}
              hint={tierHint(tiers, index)}
              onChange={(change) => field.onChange(withChangedTier(tiers, index, change))}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      )}
      <button
        ref={add}
        type="button"
        disabled={tiers.length >= MAX_TIERS}
        onClick={() => field.onChange(withTier(tiers))}
        className={BUTTON_STYLE.outline}
      >
        <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
        Add a price tier
      </button>
      <FieldHint id={id}>
        Optional. Set a different price per person by number of guests. Each tier starts where the one above ends. Leave
        the last one open for no limit.
      </FieldHint>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

type TierProps = {
  index: number;
  tier: TierValues;
  hint: string | null;
  onChange: (change: Partial<TierValues>) => void;
  onRemove: () => void;
};

function Tier({ index, tier, hint, onChange, onRemove }: TierProps) {
  return (
    <li className="rounded-control border border-line bg-surface p-3">
      <div className="grid grid-cols-[1fr_1fr_1.2fr_2.75rem] items-end gap-2">
        <Cell index={index} column="min" label="From guests" value={tier.min} onChange={onChange} />
        <Cell
          index={index}
          column="max"
          label="To guests"
          value={tier.max}
          onChange={onChange}
          placeholder="No limit"
        />
        <Cell
          index={index}
          column="perPersonPriceCents"
          label="$ per person"
          value={tier.perPersonPriceCents}
          onChange={onChange}
        />
        <RemoveRow label={`Remove price tier ${index + 1}`} onClick={onRemove} />
      </div>
      <RowErrors names={COLUMNS.map((column) => `${NAME}.${index}.${column}`)} />
      {hint && <p className="mt-2 text-muted text-sm">{hint}</p>}
    </li>
  );
}

type CellProps = Pick<TierProps, "index" | "onChange"> & {
  column: keyof TierValues;
  label: string;
  value: string;
  placeholder?: string;
};

const Cell = ({ index, column, label, onChange, ...cell }: CellProps) => (
  <RowCell
    {...cell}
    name={`${NAME}.${index}.${column}`}
    label={label}
    fullLabel={`${label}, price tier ${index + 1}`}
    onChange={(typed) => onChange({ [column]: typed })}
  />
);

const MAX_TIERS = 20;

const FIRST_END = 49;

/** Adds a row that starts where the last one ends. */
export function withTier(tiers: readonly TierValues[]): TierValues[] {
  const last = tiers.at(-1);
  if (!last) return [{ min: "1", max: String(FIRST_END), perPersonPriceCents: "" }];
  return [...tiers, { min: startAfter(last) ?? "", max: "", perPersonPriceCents: "" }];
}

export const withoutTier = (tiers: readonly TierValues[], index: number): TierValues[] =>
  tiers.filter((_, position) => position !== index);

/** Changes a row; the next row moves along if it started right after. */
export function withChangedTier(
  tiers: readonly TierValues[],
  index: number,
  change: Partial<TierValues>,
): TierValues[] {
  const previous = tiers[index];
  if (!previous) return [...tiers];
  const changed = { ...previous, ...change };
  const wasFollowed = tiers[index + 1]?.min === startAfter(previous);
  return tiers.map((tier, position) => {
    if (position === index) return changed;
    return position === index + 1 && wasFollowed ? { ...tier, min: startAfter(changed) ?? tier.min } : tier;
  });
}

/** Explains how a row conflicts with the previous one; null when they fit. */
export function tierHint(tiers: readonly TierValues[], index: number): string | null {
  const tier = tiers[index];
  const previous = tiers[index - 1];
  if (!tier) return null;
  const start = wholeOf(tier.min);
  const end = wholeOf(tier.max);
  if (start !== null && end !== null && end < start) return "The last number can’t be lower than the first.";
  if (!previous) return null;
  const expectedStart = startAfter(previous);
  if (expectedStart === null) return "Only the last tier can have no limit. Enter an end for the tier above.";
  return start === Number(expectedStart)
    ? null
    : `This tier must start at ${expectedStart}, right after the one above.`;
}

function startAfter({ max }: TierValues): string | null {
  const end = wholeOf(max);
  return end === null ? null : String(end + 1);
}

const wholeOf = (typed: string): number | null => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : null);
