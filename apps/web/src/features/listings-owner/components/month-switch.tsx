import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "../../../components/ui/button.tsx";
import { addMonths, type Month, monthInWords, monthOf } from "../calendar/month.ts";

type Props = { month: Month; today: string; onChoose: (month: Month) => void };

const ARROW =
  "grid size-11 place-items-center rounded-control border border-line-strong bg-surface transition-colors duration-120 hover:bg-subtle";

export function MonthSwitch({ month, today, onChoose }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 aria-live="polite" className="display-type text-xl">
        {monthInWords(month)}
      </h2>
      <div className="flex gap-2">
        <Button look="outline" onClick={() => onChoose(monthOf(today))}>
          Today
        </Button>
        <button
          type="button"
          aria-label="Previous month"
          className={ARROW}
          onClick={() => onChoose(addMonths(month, -1))}
        >
          <ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
        <button type="button" aria-label="Next month" className={ARROW} onClick={() => onChoose(addMonths(month, 1))}>
          <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}
