import { useEffect, useRef } from "react";
import { CardChoice } from "../../../components/card-form/card-choice.tsx";
import type { CardFormHandle } from "../../../components/card-form/use-card-form.ts";
import { Notice } from "../../../components/ui/notice.tsx";
import { CheckoutSection } from "./checkout-section.tsx";

type Props = { card: CardFormHandle; problem: string | null; isBusy: boolean };

/** What a card was refused for is said where another one is chosen. */
export function PaymentSection({ card, problem, isBusy }: Props) {
  const report = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) report.current?.focus();
  }, [problem]);

  return (
    <CheckoutSection title="Card">
      <div className="grid max-w-xl grid-cols-1 gap-4">
        {problem && (
          <Notice ref={report} look="problem" role="alert" title="The payment did not go through">
            {problem}
          </Notice>
        )}
        <CardChoice entry={card.entry} isFixed={isBusy} />
      </div>
    </CheckoutSection>
  );
}
