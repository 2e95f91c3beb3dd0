import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { QuoteBreakdown } from "../../../components/rental/quote-breakdown.tsx";
import { RentalFields } from "../../../components/rental/rental-fields.tsx";
import type { Rental } from "../../../components/rental/use-rental.ts";
import { Notice } from "../../../components/ui/notice.tsx";
import { dayWords } from "../../../lib/day-words.ts";
import { RequestAction } from "./request-action.tsx";

type Props = { rental: Rental; onChooseDates: () => void };

/** What is chosen, what it costs, and the way on. */
export function RentalForm({ rental, onChooseDates }: Props) {
  const { item, choice } = rental;
  if (!item.isAvailable) return <Notice look="information">Its owner does not rent this out at the moment.</Notice>;
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 rounded-control border border-line-strong">
        <ChosenDay label="From" date={choice.from} onClick={onChooseDates} />
        <ChosenDay label="Until" date={choice.to} onClick={onChooseDates} />
      </div>
      <RentalFields rental={rental} />
      <QuoteBreakdown rental={rental} />
      <RequestAction rental={rental} onChooseDates={onChooseDates} />
    </div>
  );
}

/** Leads to the calendar, which is where days are chosen. */
function ChosenDay({ label, date, onClick }: { label: string; date: LocalDate | null; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-14 min-w-0 px-3.5 py-2 text-left transition-colors duration-120 first:border-line-strong first:border-r hover:bg-subtle"
    >
      <span className="block font-semibold text-xs">{label}</span>
      <span className={`block truncate ${date ? "" : "text-muted"}`}>{date ? dayWords(date) : "Choose a day"}</span>
    </button>
  );
}
