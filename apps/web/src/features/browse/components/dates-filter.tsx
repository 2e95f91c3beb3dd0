import { countOf } from "@nexby/domain/kernel/amount-text";
import { addDays, type LocalDate } from "@nexby/domain/kernel/calendar";
import { useState } from "react";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { QuantityStepper } from "../../../components/ui/choices.tsx";
import { LazyPart, SkeletonBar } from "../../../components/ui/loading.tsx";
import { browserToday, monthOf, rangeText } from "../../../lib/dates.ts";
import type { Search } from "../../../lib/search-url.ts";
import { daysOf } from "../copy.ts";

const loadDayGrid = () => import("../../../components/rental/day-grid.tsx").then((module) => module.DayGrid);

const MAX_DAYS = 365;
const MAX_UNITS = 100;

type Props = { search: Search; onChange: (changes: Partial<Search>) => void };

/** Limits results to items available in the requested quantity on these dates. */
export function DatesFilter({ search: { dates, quantity }, onChange }: Props) {
  const [today] = useState(() => browserToday());
  const [month, setMonth] = useState(() => monthOf(dates && dates.from > today ? dates.from : today));

  const choose = (day: LocalDate) => {
    const isLonger = dates && dates.from === dates.to && day > dates.from && day < addDays(dates.from, MAX_DAYS);
    onChange({ dates: { from: isLonger ? dates.from : day, to: day } });
  };

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">When</legend>
      <div className="min-h-88">
        <LazyPart
          load={loadDayGrid}
          fallback={<SkeletonBar shape="card" className="h-80" />}
          props={{
            month,
            monthsInView: 1,
            today,
            from: dates?.from ?? null,
            to: dates?.to ?? null,
            isLoading: false,
            blockedReason: (day) => (day < today ? "in the past" : null),
            onChoose: choose,
            onMonthChange: setMonth,
          }}
        />
      </div>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="text-muted text-sm">
          {dates ? chosenCopy(dates) : "Choose dates to see only available items."}
        </p>
        {dates && (
          <button type="button" className={`${TEXT_LINK_STYLE} text-sm`} onClick={() => onChange({ dates: null })}>
            Clear dates
          </button>
        )}
      </div>
      <div className="mt-4">
        <QuantityStepper
          label="Quantity"
          hint="How many you need at once"
          value={quantity}
          least={1}
          most={Math.max(MAX_UNITS, quantity)}
          onChange={(units) => onChange({ quantity: units })}
        />
      </div>
    </fieldset>
  );
}

function chosenCopy(dates: NonNullable<Search["dates"]>): string {
  const text = `${rangeText(dates.from, dates.to)}, ${countOf(daysOf(dates), "day")}.`;
  return dates.from === dates.to ? `${text} Choose a later day to add days.` : text;
}
