import { ChevronDown } from "lucide-react";
import { useRef } from "react";
import { spacedNumber } from "./card-details.ts";

type TestCard = { number: string; what: string };

/** Those worth trying, as the sandbox's list says how they behave. */
export const SHOWN_TEST_CARDS: readonly TestCard[] = [
  { number: "4242424242424242", what: "Works" },
  { number: "5555555555554444", what: "Works, Mastercard" },
  { number: "378282246310005", what: "Works, American Express" },
  { number: "4000002500003155", what: "Your bank asks you to confirm once" },
  { number: "4000002760003184", what: "Your bank asks you to confirm always" },
  { number: "4000000000000002", what: "Declined" },
  { number: "4000000000009995", what: "Insufficient funds" },
  { number: "4000000000000069", what: "Expired" },
  { number: "4000000000000127", what: "Wrong security code" },
  { number: "4000000000000341", what: "Can be saved, declined when charged" },
  { number: "4000000000000259", what: "Charged back later" },
  { number: "4000000000005423", what: "Reported as stolen later" },
  { number: "4000000000004954", what: "High risk" },
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

/** No other number leaves the browser, wherever it would go. */
export const isTestCard = (digits: string): boolean => ALL.has(digits);

/** Closed at first: who knows them need not look. */
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
        {SHOWN_TEST_CARDS.map(({ number, what }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => choose(number)}
              className="flex min-h-11 w-full flex-wrap items-center gap-x-3 px-3.5 py-1.5 text-left text-sm -outline-offset-2 hover:bg-subtle"
            >
              <span className="tabular-nums">{spacedNumber(number)}</span>
              <span className="text-muted">{what}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
