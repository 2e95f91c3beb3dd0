import type { CalendarRow } from "@nexby/contract/owner-calendar";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import calendarPicture from "../../../assets/calendar.webp";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";
import { ownerCalendar } from "../api/calendar.ts";
import { browserToday, type Month, monthOf } from "../calendar/month.ts";
import { CalendarGrid } from "./calendar-grid.tsx";
import { CalendarLegend } from "./calendar-legend.tsx";
import { CalendarTools } from "./calendar-tools.tsx";
import { MonthSwitch } from "./month-switch.tsx";

/** All of a person's items, a month at a time. */
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
    ...ownerCalendar(month),
    placeholderData: keepPreviousData,
  });
  // The product's own clock decides what today is.
  const said = rows?.[0]?.today;
  if (said && said !== today) setToday(said);

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
      <ToolsOfOne rows={rows} />
    </div>
  );
}

/** What is done for one listing at a time. */
function ToolsOfOne({ rows }: { rows: readonly CalendarRow[] }) {
  const [itemId, setItemId] = useState<string | null>(null);
  const row = rows.find((one) => one.itemId === itemId) ?? rows[0];
  return row && <CalendarTools rows={rows} row={row} onChoose={setItemId} />;
}

function NoItems() {
  return (
    <EmptyState
      picture={calendarPicture}
      title="Nothing to plan yet"
      text="Days on which your items are booked or blocked appear here."
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
