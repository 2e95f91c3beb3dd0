import { ChevronDown } from "lucide-react";
import { useRef } from "react";
import { spacedNumber } from "./card-details.ts";

type TestCard = { number: string; behavior: string };

/** Cards worth trying, with the behavior the sandbox documents for them. */
export const SHOWN_TEST_CARDS: readonly TestCard[] = [
  { number: "4242424242424242", behavior: "Works" },
  { number: "5555555555554444", behavior: "Works, Mastercard" },
  { number: "378282246310005", behavior: "Works, American Express" },
  { number: "4000002500003155", behavior: "Asks for bank confirmation once" },
  { number: "4000002760003184", behavior: "Asks for bank confirmation every time" },
  { number: "4000000000000002", behavior: "Declined" },
  { number: "4000000000009995", behavior: "Insufficient funds" },
  { number: "4000000000000069", behavior: "Expired" },
  { number: "4000000000000127", behavior: "Wrong security code" },
  { number: "4000000000000341", behavior: "Can be saved, declined when charged" },
  { number: "4000000000000259", behavior: "Charged back later" },
  { number: "4000000000005423", behavior: "Reported as stolen later" },
  { number: "4000000000004954", behavior: "High risk" },
];

const OTHERS = [
  "4000056655665556",
  "5105105105105100",
  "6011111111111117",
  "4000000000000077",
  "4000000000009987",
  "4000000000009979",
  "4000000000000119",
  "4000008260003178",
  "4100000000000019",
  "4000000000009235",
  "4000000000000101",
  "4000000000000036",
  "4000000000000028",
  "4000000000002685",
  "4000000000001976",
  "4000000000007726",
  "4000000000005126",
];

const ALL = new Set([...SHOWN_TEST_CARDS.map(({ number }) => number), ...OTHERS]);

/** No other number may leave the browser. */
export const isTestCard = (digits: string): boolean => ALL.has(digits);

/** Collapsed at first, for people who already know the cards. */
export function TestCardList({ onChoose }: { onChoose: (number: string) => void }) {
  const list = useRef<HTMLDetailsElement>(null);
  const choose = (number: string) => {
    onChoose(number);
    if (!list.current) return;
    list.current.open = false;
    list.current.querySelector("summary")?.focus();
  };

  return (
    <details ref={list} className="group rounded-control border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between rounded-control px-3.5 font-semibold text-sm">
        Test cards
        <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" className="group-open:rotate-180" />
      </summary>
      <ul className="border-line border-t py-1">
        {SHOWN_TEST_CARDS.map(({ number, behavior }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => choose(number)}
              className="flex min-h-11 w-full flex-wrap items-center gap-x-3 px-3.5 py-1.5 text-left text-sm -outline-offset-2 hover:bg-subtle"
            >
              <span className="tabular-nums">{spacedNumber(number)}</span>
              <span className="text-muted">{behavior}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
