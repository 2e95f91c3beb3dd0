import type { TaxRateView } from "@nexby/contract/taxes";
import { type ReactNode, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { Dialog } from "../../../components/ui/dialog.tsx";
import { placeWords } from "../tax-rate-words.ts";
import { TaxRateForm } from "./tax-rate-form.tsx";

type Props = {
  rate: TaxRateView | null;
  look: "primary" | "sign";
  /** What screen readers say, where the button shows only a sign. */
  name?: string;
  onDone: (words: string) => Promise<void>;
  children: ReactNode;
};

export function TaxRateDialogButton({ rate, look, name, onDone, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);

  return (
    <>
      <Button look={look} aria-label={name} onClick={() => setIsOpen(true)}>
        {children}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={rate ? `Edit the rate for ${placeWords(rate).name}` : "Add a tax rate"}
        text={
          rate
            ? "Quotes use it from now on. Prices that were agreed on stay as they are."
            : "The whole rate of this place: rates are never added up. The narrowest place counts."
        }
      >
        <TaxRateForm
          rate={rate}
          onDone={async (words) => {
            await onDone(words);
            setIsOpen(false);
          }}
        />
      </Dialog>
    </>
  );
}
