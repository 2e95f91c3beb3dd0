import { KIND_LOOKS, KIND_NAMES } from "../calendar/span-bars.ts";

const KINDS = ["reservation", "block", "import", "checkout", "overdue"] as const;

export function CalendarLegend() {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-2 text-muted text-sm">
      <ul aria-label="Colors" className="flex flex-wrap gap-x-4 gap-y-1.5">
        {KINDS.map((kind) => (
          <li key={kind} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={`h-4 w-6 rounded-sm ${KIND_LOOKS[kind]}`} />
            {KIND_NAMES[kind]}
          </li>
        ))}
      </ul>
      <p className="hidden sm:block">Drag over days to block them, or over blocked days to free them.</p>
      <p className="sm:hidden">Rest your finger on a day, then drag to block or free days.</p>
    </div>
  );
}
