import { useSearchParams } from "wouter";
import { Tabs } from "../../../components/ui/tabs.tsx";
import { PERIODS, SEARCH_KINDS, type SearchKind } from "../api/searches.ts";
import { PeriodChoice } from "./period-choice.tsx";
import { SearchTable } from "./search-table.tsx";

const DEFAULT_PERIOD = 30;
const LABELS: Record<SearchKind, string> = { all: "Frequent", without_result: "Without result" };

/** For administrators: what people look for, and what they look for in vain. The address keeps the choice. */
export function Searches() {
  const [params, setParams] = useSearchParams();
  const kind = SEARCH_KINDS.find((name) => name === params.get("kind")) ?? "all";
  const period = PERIODS.find((days) => String(days) === params.get("days")) ?? DEFAULT_PERIOD;
  const addressOf = (days: number, chosen: SearchKind): Record<string, string> => ({
    view: "searches",
    ...(chosen !== "all" && { kind: chosen }),
    ...(days !== DEFAULT_PERIOD && { days: String(days) }),
  });

  return (
    <>
      <PeriodChoice selected={period} pathOf={(days) => `/admin?${new URLSearchParams(addressOf(days, kind))}`} />
      <Tabs
        label="Searches by what they found"
        selected={kind}
        onSelect={(chosen) => setParams(addressOf(period, chosen), { replace: true })}
        tabs={SEARCH_KINDS.map((name) => ({
          name,
          label: LABELS[name],
          panel: <SearchTable key={period} days={period} kind={name} caption={`${LABELS[name]} searches`} />,
        }))}
      />
    </>
  );
}
