import { useQuery } from "@tanstack/react-query";
import { type RefCallback, useState } from "react";
import { productDate } from "../../lib/server-time.ts";
import { OptionGroup } from "../ui/option-group.tsx";
import { CardForm } from "./card-form.tsx";
import type { CardEntry } from "./card-result.ts";
import { CardSkeleton } from "./card-skeleton.tsx";
import { cardWords, savedCards, usableCards } from "./saved-cards.ts";

const ANOTHER = { value: "another", label: "Another card" };

type Props = {
  entry: RefCallback<CardEntry>;
  /** While it is paid: the bank may be asking about the card that is chosen. */
  isFixed: boolean;
};

/** A saved card, the newest unless another is chosen. Who has none, or whose cannot be read, types one in. */
export function CardChoice({ entry, isFixed }: Props) {
  const { data, isFetchedAfterMount } = useQuery({
    ...savedCards(),
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
    retry: false,
  });
  const [wanted, setWanted] = useState<string | null>(null);

  if (!isFetchedAfterMount) return <CardSkeleton />;
  const cards = usableCards(data ?? [], productDate()).map((card) => ({ value: card.id, label: cardWords(card) }));
  const [newest, ...others] = cards;
  if (!newest) return <CardForm entry={entry} />;
  const options = [newest, ...others, ANOTHER];
  const { value: chosen } = options.find(({ value }) => value === wanted) ?? newest;
  return (
    <>
      <fieldset disabled={isFixed} className="min-w-0">
        <OptionGroup label="Pay with" value={chosen} options={options} onChange={setWanted} />
      </fieldset>
      <CardForm entry={entry} savedId={chosen === ANOTHER.value ? null : chosen} />
    </>
  );
}
