import type { TaxRateView } from "@nexby/contract/taxes";
import { Pencil } from "lucide-react";
import { Button } from "../../../components/ui/button.tsx";
import { ConfirmButton } from "../../../components/ui/confirm-button.tsx";
import { deactivate } from "../api/tax-rates.ts";
import { percentWords, placeWords } from "../tax-rate-words.ts";
import { TaxRateDialogButton } from "./tax-rate-dialog-button.tsx";
import { TaxRateHistory } from "./tax-rate-history.tsx";

type Props = {
  rate: TaxRateView;
  onActivate: () => void;
  onDone: (words: string) => Promise<void>;
  onGone: () => void;
};

/** What can be done with a rate. It is never deleted: prices may have been made with it. */
export function TaxRateActs({ rate, onActivate, onDone, onGone }: Props) {
  const { name } = placeWords(rate);
  const words = `${percentWords(rate.taxRate)} for ${name}`;

  return (
    <div className="flex items-center gap-1">
      <TaxRateHistory rate={rate} />
      <TaxRateDialogButton rate={rate} look="sign" name={`Edit the rate for ${name}`} onDone={onDone}>
        <Pencil size={20} strokeWidth={1.75} aria-hidden="true" />
      </TaxRateDialogButton>
      {rate.isActive ? (
        <ConfirmButton
          label="Deactivate"
          name={`Deactivate ${words}`}
          title={`Deactivate ${words}?`}
          text="Quotes no longer use it: a wider rate counts there, or none. Prices that were agreed on stay as they are."
          confirmLabel="Deactivate"
          onConfirm={async (key) => {
            await deactivate(rate.id)(key);
            await onDone(`${words} is not used any more`);
          }}
          onOpenerGone={onGone}
        />
      ) : (
        <Button look="outline" aria-label={`Activate ${words}`} onClick={onActivate}>
          Activate
        </Button>
      )}
    </div>
  );
}
