import type * as paymentsContract from "@nexby/contract/money/payments";
import type { SavedCardView } from "@nexby/contract/money/payments";
import { useQuery } from "@tanstack/react-query";
import { type RefCallback, useState } from "react";
import { read } from "../../lib/api/queries.ts";
import { productDate } from "../../lib/server-time.ts";
import { OptionGroup } from "../ui/choices.tsx";
import { CardForm } from "./card-form.tsx";
import type { CardEntry } from "./card-result.ts";
import { CardSkeleton } from "./use-card-form.tsx";

const ANOTHER = { value: "another", label: "Another card" };

type Props = {
  entry: RefCallback<CardEntry>;
  /** True while paying: the bank may be verifying the chosen card. */
  isFixed: boolean;
  /** Selected at first if it is saved; otherwise the newest card is. */
  preferred?: CardFace | null;
};

export type CardFace = Pick<SavedCardView, "brand" | "last4">;

/** Shows the card form when there are none or they cannot be loaded. */
export function CardChoice({ entry, isFixed, preferred = null }: Props) {
  const { data, isFetchedAfterMount } = useQuery({
    ...listSavedCards(),
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
    retry: false,
  });
  const [selected, setSelected] = useState<string | null>(null);

  if (!isFetchedAfterMount) return <CardSkeleton />;
  const cards = usableCards(data ?? [], productDate());
  const initial = cards.find(({ brand, last4 }) => brand === preferred?.brand && last4 === preferred.last4) ?? cards[0];
  if (!initial) return <CardForm entry={entry} />;
  const options = [...cards.map((card) => ({ value: card.id, label: cardCopy(card) })), ANOTHER];
  const chosen = options.find(({ value }) => value === selected)?.value ?? initial.id;
  return (
    <>
      <fieldset disabled={isFixed} className="min-w-0">
        <OptionGroup label="Pay with" value={chosen} options={options} onChange={setSelected} />
      </fieldset>
      <CardForm entry={entry} savedId={chosen === ANOTHER.value ? null : chosen} />
    </>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
};

/** Display name of the provider's brand code. */
export const brandName = (brand: string): string => NAMES[brand] ?? "Card";

/** Newest first. */
export const listSavedCards = () => read<typeof paymentsContract.listSavedCards>("/api/payments/cards");

const twoDigits = (number: number): string => String(number % 100).padStart(2, "0");

/** "Visa ending in 4242, expires 04/30" */
export const cardCopy = ({ brand, last4, expiresMonth, expiresYear }: SavedCardView): string =>
  `${brandName(brand)} ending in ${last4}, expires ${twoDigits(expiresMonth)}/${twoDigits(expiresYear)}`;

/** Unexpired cards. A card that was saved several times appears once. */
export function usableCards(cards: readonly SavedCardView[], now: Date): SavedCardView[] {
  const thisMonth = now.getFullYear() * 12 + now.getMonth() + 1;
  const usable = cards.filter(({ expiresYear, expiresMonth }) => expiresYear * 12 + expiresMonth >= thisMonth);
  const labels = usable.map(cardCopy);
  return usable.filter((_, index) => labels.indexOf(labels[index] ?? "") === index);
}
