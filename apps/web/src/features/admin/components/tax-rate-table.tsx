import type { TaxRateView } from "@nexby/contract/money/taxes";
import { History, Pencil } from "lucide-react";
import { type Ref, useState } from "react";
import { AuditList, auditPages } from "../../../components/product/audit-list.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { ConfirmButton } from "../../../components/ui/dialog.tsx";
import { Modal } from "../../../components/ui/modal.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { Table } from "../../../components/ui/table.tsx";
import { deactivateTaxRate, historyPath } from "../api.ts";
import { dayText, percentText, placeText, rateChangeLines, TYPE_LABELS } from "../settings-copy.ts";
import { TaxRateDialogButton } from "./tax-rate-form.tsx";

const STATUSES = {
  in_force: { look: "good", label: "In effect" },
  upcoming: { look: "waiting", label: "Upcoming" },
  ended: { look: "plain", label: "Ended" },
  inactive: { look: "plain", label: "Inactive" },
} as const;

type TaxRateTableProps = {
  rates: readonly TaxRateView[];
  bodyRef: Ref<HTMLTableSectionElement>;
  onActivate: (rate: TaxRateView) => void;
  onDone: (message: string) => Promise<void>;
  onGone: () => void;
};

export function TaxRateTable({ rates, bodyRef, onActivate, onDone, onGone }: TaxRateTableProps) {
  return (
    <Table
      caption="Tax rates"
      bodyRef={bodyRef}
      keyOf={({ id }) => id}
      rows={rates}
      columns={[
        { title: "Place", cell: (rate) => <Place rate={rate} /> },
        { title: "Rate", cell: ({ taxRate }) => <strong>{percentText(taxRate)}</strong>, isNumber: true },
        { title: "Applies to", cell: ({ taxType }) => TYPE_LABELS[taxType] ?? taxType },
        { title: "Dates", cell: (rate) => <Days rate={rate} /> },
        {
          title: "Status",
          cell: ({ standing }) => <Badge look={STATUSES[standing].look}>{STATUSES[standing].label}</Badge>,
        },
        {
          title: "Actions",
          cell: (rate) => (
            <TaxRateActions rate={rate} onActivate={() => onActivate(rate)} onDone={onDone} onGone={onGone} />
          ),
        },
      ]}
    />
  );
}

function Place({ rate }: { rate: TaxRateView }) {
  const { name, within } = placeText(rate);
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
      <span className="block whitespace-nowrap">From {dayText(effectiveDate)}</span>
      <span className="block whitespace-nowrap text-muted text-sm">
        {expirationDate ? `Through ${dayText(expirationDate)}` : "No end date"}
      </span>
    </>
  );
}

type TaxRateActionsProps = {
  rate: TaxRateView;
  onActivate: () => void;
  onDone: (message: string) => Promise<void>;
  onGone: () => void;
};

/** Rates are never deleted, because prices may have been calculated with them. */
function TaxRateActions({ rate, onActivate, onDone, onGone }: TaxRateActionsProps) {
  const { name } = placeText(rate);
  const rateName = `${percentText(rate.taxRate)} for ${name}`;

  return (
    <div className="flex items-center gap-1">
      <TaxRateHistory rate={rate} />
      <TaxRateDialogButton rate={rate} look="sign" name={`Edit the rate for ${name}`} onDone={onDone}>
        <Pencil size={20} strokeWidth={1.75} aria-hidden="true" />
      </TaxRateDialogButton>
      {rate.isActive ? (
        <ConfirmButton
          label="Deactivate"
          name={`Deactivate ${rateName}`}
          title={`Deactivate ${rateName}?`}
          text="New quotes use the rate for the next larger area, or no tax. Existing bookings keep their price."
          confirmLabel="Deactivate"
          onConfirm={async (key) => {
            await deactivateTaxRate(rate.id)(key);
            await onDone(`${rateName} deactivated`);
          }}
          onOpenerGone={onGone}
        />
      ) : (
        <Button look="outline" aria-label={`Activate ${rateName}`} onClick={onActivate}>
          Activate
        </Button>
      )}
    </div>
  );
}

function TaxRateHistory({ rate }: { rate: TaxRateView }) {
  const [isOpen, setIsOpen] = useState(false);
  const { name, within } = placeText(rate);

  return (
    <>
      <Button look="sign" aria-label={`Rate history for ${name}`} onClick={() => setIsOpen(true)}>
        <History size={20} strokeWidth={1.75} aria-hidden="true" />
      </Button>
      {isOpen && (
        <Modal
          title={`Rate history for ${name}`}
          onClose={() => setIsOpen(false)}
          className="mx-auto mt-auto mb-0 max-h-[80dvh] w-full max-w-full rounded-t-sheet sm:my-auto sm:max-w-md sm:rounded-sheet"
        >
          <div className="overflow-y-auto overscroll-contain px-5 pb-6">
            <p className="mb-4 text-muted">{within}</p>
            <AuditList
              label="History"
              history={auditPages(historyPath(rate.id))}
              linesOf={rateChangeLines}
              empty="No changes yet."
            />
            {rate.notes && (
              <p className="mt-4 whitespace-pre-line break-words border-line border-t pt-4 text-muted text-sm">
                {rate.notes}
              </p>
            )}
          </div>
        </Modal>
      )}
    </>
  );
}
