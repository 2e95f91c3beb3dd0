import type { CalendarRow } from "@nexby/contract/listings/owner-calendar";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "wouter";
import calendarPicture from "../../../assets/calendar.webp";
import { BUTTON_STYLE, Button } from "../../../components/ui/button.tsx";
import { CONTROL_STYLE } from "../../../components/ui/filter-field.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { EmptyState } from "../../../components/ui/notice.tsx";
import { getOwnerCalendar } from "../api.ts";
import { addMonths, browserToday, KIND_LOOKS, KIND_NAMES, type Month, monthOf, monthText } from "../calendar-days.ts";
import { BlockDaysForm } from "../components/block-days-form.tsx";
import { CalendarGrid } from "../components/calendar-grid.tsx";
import { CalendarSync } from "../components/calendar-sync.tsx";

/** All of the owner's items, one month at a time. */
export function OwnerCalendar() {
  const [chosen, setChosen] = useState<Month | null>(null);
  const [today, setToday] = useState<string>(() => browserToday());
  const month = chosen ?? monthOf(today);
  const {
    data: rows,
    isLoadingError,
    isPlaceholderData,
    refetch,
  } = useQuery({
    ...getOwnerCalendar(month),
    placeholderData: keepPreviousData,
  });
  // The server's clock decides which day is today.
  const serverToday = rows?.[0]?.today;
  if (serverToday && serverToday !== today) setToday(serverToday);

  if (isLoadingError) return <ErrorCard onRetry={() => void refetch()} />;
  if (!rows) return <CalendarSkeleton />;
  if (rows.length === 0) return <NoItems />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <MonthSwitch month={month} today={today} onChoose={setChosen} />
      <div className={isPlaceholderData ? "opacity-60" : undefined}>
        <CalendarGrid month={month} rows={rows} />
        <CalendarLegend />
      </div>
      <SelectedListingTools rows={rows} />
    </div>
  );
}

/** Tools for the selected listing. */
function SelectedListingTools({ rows }: { rows: readonly CalendarRow[] }) {
  const [itemId, setItemId] = useState<string | null>(null);
  const row = rows.find((candidate) => candidate.itemId === itemId) ?? rows[0];
  return row && <CalendarTools rows={rows} row={row} onChoose={setItemId} />;
}

function NoItems() {
  return (
    <EmptyState
      picture={calendarPicture}
      title="Nothing on your calendar yet"
      text="Your items’ booked and blocked days appear here."
    >
      <Link href="/create-listing" className={BUTTON_STYLE.primary}>
        List an item
      </Link>
    </EmptyState>
  );
}

function CalendarSkeleton() {
  return (
    <SkeletonArea label="Loading calendar">
      <div className="grid gap-6">
        <SkeletonBar className="h-8 w-48" />
        <SkeletonBar shape="card" className="h-72" />
      </div>
    </SkeletonArea>
  );
}

type MonthSwitchProps = { month: Month; today: string; onChoose: (month: Month) => void };

const ARROW =
  "grid size-11 place-items-center rounded-control border border-line-strong bg-surface transition-colors duration-120 hover:bg-subtle";

function MonthSwitch({ month, today, onChoose }: MonthSwitchProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 aria-live="polite" className="display-type text-xl">
        {monthText(month)}
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

const KINDS = ["reservation", "block", "import", "checkout", "overdue"] as const;

function CalendarLegend() {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-2 text-muted text-sm">
      <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1.5">
        {KINDS.map((kind) => (
          <li key={kind} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={`h-4 w-6 rounded-sm ${KIND_LOOKS[kind]}`} />
            {KIND_NAMES[kind]}
          </li>
        ))}
      </ul>
      <p className="hidden sm:block">Drag over days to block them, or over blocked days to unblock them.</p>
      <p className="sm:hidden">Touch and hold a day, then drag to block or unblock days.</p>
    </div>
  );
}

type CalendarToolsProps = { rows: readonly CalendarRow[]; row: CalendarRow; onChoose: (itemId: string) => void };

/** Blocks days by date and syncs external calendars for the selected listing. */
function CalendarTools({ rows, row, onChoose }: CalendarToolsProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-1 gap-6 border-line border-t pt-6">
      <div className="max-w-md">
        <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
          Listing
        </label>
        <select id={id} value={row.itemId} onChange={({ target }) => onChoose(target.value)} className={CONTROL_STYLE}>
          {rows.map(({ itemId, title }) => (
            <option key={itemId} value={itemId}>
              {title}
            </option>
          ))}
        </select>
      </div>
      <BlockDaysForm key={`days ${row.itemId}`} row={row} />
      <CalendarSync key={`sync ${row.itemId}`} itemId={row.itemId} title={row.title} />
    </div>
  );
}
