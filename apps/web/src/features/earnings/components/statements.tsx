import { Download } from "lucide-react";
import { useId, useState } from "react";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { Select } from "../../../components/ui/select.tsx";
import { statementPath } from "../api/earnings.ts";

/** More of them are chosen from a list. */
const MOST_LINKS = 3;

/** One file for each of these years, the latest first. */
export function Statements({ years }: { years: readonly string[] }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="display-type text-xl">
        For your books
      </h2>
      <p className="mt-1 max-w-prose text-pretty text-muted text-sm">
        Every rental that ended in a year, with its amounts and payouts, as a table for your spreadsheet.
      </p>
      {years.length > MOST_LINKS ? (
        <StatementChoice years={years} />
      ) : (
        <ul className="mt-4 flex flex-wrap gap-3">
          {years.map((year) => (
            <li key={year}>
              <StatementLink year={year} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function StatementChoice({ years: [latest = "", ...earlier] }: { years: readonly string[] }) {
  const [chosen, setChosen] = useState("");
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3">
      <Select
        label="Year"
        everything={latest}
        options={earlier.map((year) => ({ value: year, label: year }))}
        value={chosen}
        onChange={setChosen}
      />
      <StatementLink year={chosen || latest} />
    </div>
  );
}

function StatementLink({ year }: { year: string }) {
  return (
    <a href={statementPath(year)} download className={BUTTON_STYLE.outline}>
      <Download size={18} strokeWidth={1.75} aria-hidden="true" />
      {year} (CSV)
    </a>
  );
}
