import type { listSavedCards, SavedCardView } from "@nexby/contract/saved-cards";
import { read } from "../../lib/read.ts";
import { brandName } from "./brand-name.ts";

/** The newest first. */
export const savedCards = () => read<typeof listSavedCards>("/api/payments/cards");

const twoDigits = (number: number): string => String(number % 100).padStart(2, "0");

/** "Visa ending in 4242, expires 04/30" */
export const cardWords = ({ brand, last4, expiresMonth, expiresYear }: SavedCardView): string =>
  `${brandName(brand)} ending in ${last4}, expires ${twoDigits(expiresMonth)}/${twoDigits(expiresYear)}`;

/** Those that can still be paid with. One that was saved several times is one card to its holder. */
export function usableCards(cards: readonly SavedCardView[], now: Date): SavedCardView[] {
  const thisMonth = now.getFullYear() * 12 + now.getMonth() + 1;
  const usable = cards.filter(({ expiresYear, expiresMonth }) => expiresYear * 12 + expiresMonth >= thisMonth);
  const words = usable.map(cardWords);
  return usable.filter((_, index) => words.indexOf(words[index] ?? "") === index);
}
