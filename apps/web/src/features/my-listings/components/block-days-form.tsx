import type { CalendarRow } from "@nexby/contract/listings/owner-calendar";
import { isLocalDate } from "@nexby/domain/kernel/calendar";
import { type FormEvent, useId, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { CONTROL_STYLE } from "../../../components/ui/filter-field.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { ApiError } from "../../../lib/api/errors.ts";
import { daysText } from "../calendar-days.ts";
import { useBlockDays } from "../use-painted-days.ts";

type Result = { look: "success" | "problem"; text: string };

/** Alternative to dragging on the calendar: choose two dates. */
export function BlockDaysForm({ row }: { row: CalendarRow }) {
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
