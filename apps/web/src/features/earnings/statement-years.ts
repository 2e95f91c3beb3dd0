import type { EarningsView } from "@nexby/contract/earnings";
import { yearOf } from "./month-words.ts";

type Known = Pick<EarningsView, "firstYear"> & { months: readonly { month: string }[] };

/** The years of which there is a statement, this one first, whatever they brought. */
export function statementYears({ firstYear, months }: Known): string[] {
  const current = Number(yearOf(months.at(-1)?.month ?? ""));
  const count = current - Math.min(firstYear ?? current, current) + 1;
  return Array.from({ length: count }, (_, index) => String(current - index));
}
