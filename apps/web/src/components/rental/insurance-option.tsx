import type { QuoteView } from "@nexby/contract/bookings/quotes";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import { TEXT_LINK_STYLE } from "../ui/button.tsx";
import { Switch } from "../ui/choices.tsx";

type Insurance = NonNullable<QuoteView["insurance"]>;

type Props = { insurance: Insurance; isOn: boolean; onChange: (hasInsurance: boolean) => void };

/** Loaded only where an insurer is set. */
export function InsuranceOption({ insurance, isOn, onChange }: Props) {
  return (
    <div>
      <Switch {...insuranceCopy(insurance)} isOn={isOn} onChange={onChange} />
      <a href={insurance.termsUrl} target="_blank" rel="noreferrer" className={TEXT_LINK_STYLE}>
        Read the insurance terms
      </a>
    </div>
  );
}

export const insuranceCopy = ({ amountCents, rate, insurer }: Insurance) => ({
  label: `Add insurance: ${dollarText(amountCents)} (${rate}% of the rental)`,
  hint: `Your rental will be insured by ${insurer}.`,
});
