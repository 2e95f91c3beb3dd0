import { Link } from "wouter";
import { PERIODS, type Period } from "../api/searches.ts";

type Props = { selected: Period; pathOf: (days: Period) => string };

export function PeriodChoice({ selected, pathOf }: Props) {
  return (
    <nav aria-label="Period" className="mb-4">
      <ul className="flex flex-wrap gap-2">
        {PERIODS.map((days) => (
          <li key={days}>
            <Link
              href={pathOf(days)}
              replace
              aria-current={days === selected ? "page" : undefined}
              className="flex min-h-11 items-center rounded-full border border-line px-4 font-medium text-sm hover:bg-subtle aria-[current=page]:border-transparent aria-[current=page]:bg-primary-soft aria-[current=page]:text-on-primary-soft"
            >
              Last {days} days
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
