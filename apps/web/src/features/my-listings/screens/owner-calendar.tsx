import type { CalendarRow } from "@nexby/contract/listings/owner-calendar";
import { isLocalDate } from "@nexby/domain/kernel/calendar";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Link } from "wouter";
import calendarPicture from "../../../../../../assets/web/calendar.webp";
import { BUTTON_STYLE, Button } from "../../../components/ui/button.tsx";
import { CONTROL_STYLE } from "../../../components/ui/filter-field.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { EmptyState, Notice } from "../../../components/ui/notice.tsx";
import { ApiError } from "../../../lib/api/errors.ts";
import { getOwnerCalendar } from "../api.ts";
import {
  addMonths,
  browserToday,
  daysText,
  KIND_LOOKS,
  KIND_NAMES,
  type Month,
  monthOf,
  monthText,
} from "../calendar-days.ts";
import { CalendarGrid } from "../components/calendar-grid.tsx";
import { CalendarSync } from "../components/calendar-sync.tsx";
import { useBlockDays } from "../use-painted-days.ts";

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

type Result = { look: "success" | "problem"; text: string };

/** Alternative to dragging on the calendar: choose two dates. */
function BlockDaysForm({ row }: { row: CalendarRow }) {
  const heading = useId();
  const [first, setFirst] = useState<string>(row.today);
  const [last, setLast] = useState<string>(row.today);
  const [result, setResult] = useState<Result | null>(null);
  const blockDays = useBlockDays();

  const send = async (isBlocked: boolean) => {
    if (!isLocalDate(first) || !isLocalDate(last)) {
      return setResult({ look: "problem", text: "Please choose a first and last day" });
    }
    const change = { startDate: first, endDate: last, isBlocked };
    setResult({ look: "success", text: `${isBlocked ? "Blocked" : "Unblocked"} ${daysText(change)}` });
    try {
      await blockDays(row.itemId, change);
    } catch (error) {
      setResult({ look: "problem", text: error instanceof ApiError ? error.message : "Please try again" });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(true);
  };
  const chooseFirst = (day: string) => {
    setFirst(day);
    if (last < day) setLast(day);
  };

  return (
    <section aria-labelledby={heading} className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <h2 id={heading} className="font-semibold text-lg">
        Block or unblock days
      </h2>
      <p className="mt-1 text-muted text-sm">Nobody can book blocked days. Existing bookings don’t change.</p>
      <form noValidate onSubmit={submit} className="mt-4 grid gap-4 sm:grid-cols-[1fr_1fr_auto] sm:items-end">
        <DateField label="First day" value={first} min={row.today} onChange={chooseFirst} />
        <DateField label="Last day" value={last} min={first} onChange={setLast} />
        <div className="flex gap-3 *:flex-1">
          <Button type="submit" look="outline">
            Block
          </Button>
          <Button look="outline" onClick={() => void send(false)}>
            Unblock
          </Button>
        </div>
      </form>
      <div role="status">
        {result && (
          <Notice look={result.look} className="mt-4">
            {result.text}
          </Notice>
        )}
      </div>
    </section>
  );
}

type DateFieldProps = { label: string; value: string; min: string; onChange: (day: string) => void };

function DateField({ label, value, min, onChange }: DateFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        min={min}
        onChange={({ target }) => onChange(target.value)}
        className={CONTROL_STYLE}
      />
    </div>
  );
}
