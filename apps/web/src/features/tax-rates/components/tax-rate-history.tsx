import type { TaxRateView } from "@nexby/contract/taxes";
import { History } from "lucide-react";
import { useState } from "react";
import { ActList } from "../../../components/history/act-list.tsx";
import { actPages } from "../../../components/history/act-pages.ts";
import { Button } from "../../../components/ui/button.tsx";
import { Modal } from "../../../components/ui/modal.tsx";
import { historyPath } from "../api/tax-rates.ts";
import { linesOf, placeWords } from "../tax-rate-words.ts";

export function TaxRateHistory({ rate }: { rate: TaxRateView }) {
  const [isOpen, setIsOpen] = useState(false);
  const { name, within } = placeWords(rate);

  return (
    <>
      <Button look="sign" aria-label={`History of the rate for ${name}`} onClick={() => setIsOpen(true)}>
        <History size={20} strokeWidth={1.75} aria-hidden="true" />
      </Button>
      {isOpen && (
        <Modal
          title={`History of ${name}`}
          onClose={() => setIsOpen(false)}
          className="mx-auto mt-auto mb-0 max-h-[80dvh] w-full max-w-full rounded-t-sheet sm:my-auto sm:max-w-md sm:rounded-sheet"
        >
          <div className="overflow-y-auto overscroll-contain px-5 pb-6">
            <p className="mb-4 text-muted">{within}</p>
            <ActList
              label="History"
              history={actPages(historyPath(rate.id))}
              linesOf={linesOf}
              empty="It is as it was set up with the product."
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
