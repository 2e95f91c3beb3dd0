import { useState } from "react";
import { AvailabilityCalendar } from "../../../components/rental/availability-calendar.tsx";
import type { Rental } from "../../../components/rental/use-rental.ts";
import { Button } from "../../../components/ui/button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { countOf } from "../../../lib/count-of.ts";
import { dayWords } from "../../../lib/day-words.ts";
import { CheckoutSection } from "./checkout-section.tsx";

type Props = {
  rental: Rental;
  /** It is taken already, by who is here. */
  isHeld: boolean;
  id: string;
  error: string | undefined;
};

/** The calendar is there until days are chosen, and again when they are to be changed or cannot be had. */
export function DatesSection({ rental, isHeld, id, error }: Props) {
  const { choice, quote, isAsking } = rental;
  const [isOpen, setIsOpen] = useState(!choice.from || !choice.to);
  const problem = isHeld ? null : (error ?? (isAsking ? null : quote?.refusal?.message));
  const isShown = !isHeld && (isOpen || Boolean(problem) || !choice.from || !choice.to);

  return (
    <CheckoutSection title="Dates" id={id}>
      {choice.from && choice.to && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="font-semibold">
            {choice.from === choice.to ? dayWords(choice.from) : `${dayWords(choice.from)} – ${dayWords(choice.to)}`}
            {quote?.price && <span className="ml-2 font-normal text-muted">{countOf(quote.price.days, "day")}</span>}
          </p>
          <Button look="outline" aria-expanded={isShown} onClick={() => setIsOpen(!isShown)}>
            {isShown ? "Done" : "Change dates"}
          </Button>
        </div>
      )}
      {problem && (
        <Notice look={error ? "problem" : "information"} role={error ? "alert" : "status"} className="mt-4">
          {problem}
        </Notice>
      )}
      {isShown && (
        <div className="mt-4">
          <AvailabilityCalendar rental={rental} />
        </div>
      )}
    </CheckoutSection>
  );
}
