import { Download } from "lucide-react";
import { useId } from "react";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { statementPath } from "../api/earnings.ts";

/** One file for each of these years. */
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
      <ul className="mt-4 flex flex-wrap gap-3">
        {years.map((year) => (
          <li key={year}>
            <a href={statementPath(year)} download className={BUTTON_STYLE.outline}>
              <Download size={18} strokeWidth={1.75} aria-hidden="true" />
              {year} (CSV)
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
