import type { CalendarRow } from "@nexby/contract/owner-calendar";
import { useId } from "react";
import { CONTROL_STYLE } from "../../../components/ui/control-style.ts";
import { BlockDaysForm } from "./block-days-form.tsx";
import { CalendarSync } from "./calendar-sync.tsx";

type Props = { rows: readonly CalendarRow[]; row: CalendarRow; onChoose: (itemId: string) => void };

/** Days by date, and calendars elsewhere, of the listing that is chosen. */
export function CalendarTools({ rows, row, onChoose }: Props) {
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
