import type { TaxRateView } from "@nexby/contract/money/taxes";
import { US_STATES } from "@nexby/domain/kernel/us-states";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useSearchParams } from "wouter";
import receipt from "../../../../../../assets/web/receipt.webp";
import { SavedStatus } from "../../../components/forms/form.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard, MessageCard } from "../../../components/ui/message-card.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { Select } from "../../../components/ui/select.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { activateTaxRate, isAboutTaxRates, listTaxRates, USES, type Use } from "../api.ts";
import { TaxRateDialogButton } from "../components/tax-rate-form.tsx";
import { TaxRateTable } from "../components/tax-rate-table.tsx";
import { percentText, placeText } from "../settings-copy.ts";

const STATES = Object.entries(US_STATES).map(([value, label]) => ({ value, label }));
const USE_OPTIONS = [
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
];

/** Admin page for tax rates by place and date. The filters are kept in the URL. */
export function TaxRates() {
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const state = STATES.find(({ value }) => value === params.get("state"))?.value ?? null;
  const use = USES.find((name) => name === params.get("use")) ?? "active";
  const area = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState<string | null>(null);

  const show = (shownState: string | null, shownUse: Use) =>
    setParams(
      {
        view: "tax-rates",
        ...(shownState && { state: shownState }),
        ...(shownUse !== "active" && { use: shownUse }),
      },
      { replace: true },
    );
  const done = async (text: string) => {
    await client.invalidateQueries({ predicate: isAboutTaxRates });
    setMessage(text);
  };
  const activating = useMutationAction(async (key, rate: TaxRateView) => {
    setMessage(null);
    await activateTaxRate(rate.id)(key);
    await done(`${percentText(rate.taxRate)} for ${placeText(rate).name} activated`);
    area.current?.focus();
  });

  return (
    <div ref={area} tabIndex={-1} className="outline-none">
      <div className="mb-4 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-[14rem_12rem_1fr] lg:items-end">
        <Select
          label="State"
          everything="All states"
          options={STATES}
          value={state}
          onChange={(value) => show(value || null, use)}
        />
        <Select
          label="Show"
          everything="All rates"
          options={USE_OPTIONS}
          value={use === "all" ? null : use}
          onChange={(value) => show(state, USES.find((name) => name === value) ?? "all")}
        />
        <div className="sm:col-span-2 lg:col-span-1 lg:justify-self-end">
          <TaxRateDialogButton rate={null} look="primary" onDone={done}>
            <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
            Add rate
          </TaxRateDialogButton>
        </div>
      </div>
      <SavedStatus text={message} className="mb-4" />
      {activating.problem && (
        <Notice look="problem" role="alert" className="mb-4">
          {activating.problem}
        </Notice>
      )}
      <Rates
        key={`${state} ${use}`}
        state={state}
        use={use}
        onActivate={(rate) => activating.isBusy || void activating.run(rate)}
        onDone={done}
        onGone={() => area.current?.focus()}
        onShowAll={() => show(null, "all")}
      />
    </div>
  );
}

type RatesProps = {
  state: string | null;
  use: Use;
  onActivate: (rate: TaxRateView) => void;
  onDone: (text: string) => Promise<void>;
  onGone: () => void;
  onShowAll: () => void;
};

function Rates({ state, use, onShowAll, ...handlers }: RatesProps) {
  const pages = useInfiniteQuery(listTaxRates(state, use));
  const rows = useRef<HTMLTableSectionElement>(null);
  const rates = pages.data?.pages.flatMap((page) => page.body) ?? [];

  if (pages.isPending) {
    return (
      <SkeletonArea label="Loading tax rates">
        <SkeletonBar shape="card" className="h-96" />
      </SkeletonArea>
    );
  }
  if (pages.isLoadingError) return <ErrorCard onRetry={() => void pages.refetch()} />;
  if (rates.length === 0) {
    const isFiltered = state !== null || use !== "all";
    return (
      <MessageCard
        picture={<img src={receipt} alt="" width={96} height={96} />}
        text={
          isFiltered
            ? "No rates match. We don’t charge tax where no rate applies."
            : "No tax rates yet. We don’t charge tax until you add one."
        }
      >
        {isFiltered && (
          <Button look="outline" onClick={onShowAll}>
            Show all rates
          </Button>
        )}
      </MessageCard>
    );
  }
  return (
    <>
      <TaxRateTable rates={rates} bodyRef={rows} {...handlers} />
      <ShowMore pages={pages} count={rates.length} list={rows} problem="We couldn’t load more rates." />
    </>
  );
}
