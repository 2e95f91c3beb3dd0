import type { SearchFacets } from "@nexby/contract/search";
import { EXCHANGE_TYPES } from "@nexby/domain/bookings/exchange";
import { ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { CONDITION_LABELS, EXCHANGE_LABELS } from "../../../lib/item-labels.ts";
import type { Search } from "../../../lib/search-address.ts";
import { ChoicePills } from "./choice-pills.tsx";

const ANY_RATING = 0;
const RATINGS = [3, 3.5, 4, 4.5];

type Props = {
  search: Search;
  /** How many each choice would find; none until that is known. */
  facets: SearchFacets | undefined;
  onChange: (changes: Partial<Search>) => void;
};

export function ConditionFilter({ search: { conditions }, facets, onChange }: Props) {
  return (
    <ChoicePills
      label="Condition"
      name="condition"
      kind="checkbox"
      isPartial={facets?.isPartial}
      choices={ITEM_CONDITIONS.map((value) => ({
        value,
        label: CONDITION_LABELS[value],
        count: facets?.conditions.find(({ condition }) => condition === value)?.count,
      }))}
      isChosen={(value) => conditions.includes(value)}
      onChoose={(value) => onChange({ conditions: toggled(ITEM_CONDITIONS, conditions, value) })}
    />
  );
}

export function ExchangeFilter({ search: { exchanges }, facets, onChange }: Props) {
  return (
    <ChoicePills
      label="Handover"
      name="exchange"
      kind="checkbox"
      isPartial={facets?.isPartial}
      choices={EXCHANGE_TYPES.map((value) => ({
        value,
        label: EXCHANGE_LABELS[value],
        count: facets?.exchanges.find(({ exchange }) => exchange === value)?.count,
      }))}
      isChosen={(value) => exchanges.includes(value)}
      onChoose={(value) => onChange({ exchanges: toggled(EXCHANGE_TYPES, exchanges, value) })}
    />
  );
}

export function RatingFilter({ search: { rating }, facets, onChange }: Props) {
  const steps = [...new Set([...RATINGS, ...(rating === null ? [] : [rating])])].sort((one, other) => one - other);
  return (
    <ChoicePills
      label="Rating"
      name="rating"
      kind="radio"
      isPartial={facets?.isPartial}
      choices={[
        { value: ANY_RATING, label: "Any" },
        ...steps.map((value) => ({
          value,
          label: `${value} and up`,
          count: facets?.ratings.find(({ atLeast }) => atLeast === value)?.count,
        })),
      ]}
      isChosen={(value) => value === (rating ?? ANY_RATING)}
      onChoose={(value) => onChange({ rating: value === ANY_RATING ? null : value })}
    />
  );
}

/** In the order they are known in, so that the same choice always has the same address. */
const toggled = <Value,>(known: readonly Value[], chosen: readonly Value[], value: Value): Value[] =>
  known.filter((one) => chosen.includes(one) !== (one === value));
