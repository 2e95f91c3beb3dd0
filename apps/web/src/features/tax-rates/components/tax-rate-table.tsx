import type { TaxRateView } from "@nexby/contract/taxes";
import type { Ref } from "react";
import { Badge } from "../../../components/ui/badge.tsx";
import { Table } from "../../../components/ui/table.tsx";
import { dayWords, percentWords, placeWords, TYPE_LABELS } from "../tax-rate-words.ts";
import { TaxRateActs } from "./tax-rate-acts.tsx";

const STANDINGS = {
  in_force: { look: "good", label: "In force" },
  upcoming: { look: "waiting", label: "Upcoming" },
  ended: { look: "plain", label: "Ended" },
  inactive: { look: "plain", label: "Not in use" },
} as const;

type Props = {
  rates: readonly TaxRateView[];
  bodyRef: Ref<HTMLTableSectionElement>;
  onActivate: (rate: TaxRateView) => void;
  onDone: (words: string) => Promise<void>;
  onGone: () => void;
};

export function TaxRateTable({ rates, bodyRef, onActivate, onDone, onGone }: Props) {
  return (
    <Table
      caption="Tax rates"
      bodyRef={bodyRef}
      keyOf={({ id }) => id}
      rows={rates}
      columns={[
        { title: "Place", cell: (rate) => <Place rate={rate} /> },
        { title: "Rate", cell: ({ taxRate }) => <strong>{percentWords(taxRate)}</strong>, isNumber: true },
        { title: "For", cell: ({ taxType }) => TYPE_LABELS[taxType] ?? taxType },
        { title: "Days", cell: (rate) => <Days rate={rate} /> },
        {
          title: "Standing",
          cell: ({ standing }) => <Badge look={STANDINGS[standing].look}>{STANDINGS[standing].label}</Badge>,
        },
        {
          title: "Change",
          cell: (rate) => (
            <TaxRateActs rate={rate} onActivate={() => onActivate(rate)} onDone={onDone} onGone={onGone} />
          ),
        },
      ]}
    />
  );
}

function Place({ rate }: { rate: TaxRateView }) {
  const { name, within } = placeWords(rate);
  return (
    <div className="max-w-64">
      <span className="block break-words font-semibold">{name}</span>
      <span className="block break-words text-muted text-sm">{within}</span>
    </div>
  );
}

function Days({ rate: { effectiveDate, expirationDate } }: { rate: TaxRateView }) {
  return (
    <>
      <span className="block whitespace-nowrap">From {dayWords(effectiveDate)}</span>
      <span className="block whitespace-nowrap text-muted text-sm">
        {expirationDate ? `To ${dayWords(expirationDate)}` : "Without an end"}
      </span>
    </>
  );
}
