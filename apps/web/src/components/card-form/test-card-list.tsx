import { ChevronDown } from "lucide-react";
import { useRef } from "react";
import { spacedNumber } from "./card-details.ts";
import { SHOWN_TEST_CARDS } from "./test-cards.ts";

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
