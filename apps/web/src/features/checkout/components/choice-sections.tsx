import { fieldId } from "../../../components/forms/field-ids.ts";
import type { Rental } from "../../../components/rental/use-rental.ts";
import { productDate } from "../../../lib/server-time.ts";
import type { CheckoutFlow } from "../use-checkout.ts";
import { BookedLine } from "./booked-line.tsx";
import { CheckoutSection } from "./checkout-section.tsx";
import { DatesSection } from "./dates-section.tsx";
import { HandoverSection } from "./handover-section.tsx";
import { MessageSection } from "./message-section.tsx";
import { WorstCase } from "./worst-case.tsx";

type Props = { rental: Rental; flow: CheckoutFlow; formId: string; errors: Readonly<Record<string, string>> };

const inCents = (decimal: string): number => Math.round(Number(decimal) * 100);

/** What is wanted, and what it can come to cost. While it is held for somebody who pays, it stays as it is. */
export function ChoiceSections({ rental, flow, formId, errors }: Props) {
  const { item, choice, quote } = rental;
  const { held } = flow;
  const price = held?.price ?? quote?.price;
  // The hold is there before its answer is, and takes the days from everybody else.
  const isTaken = held !== null || flow.isBusy;
  const owner = item.owner.firstName || "the owner";

  return (
    <fieldset disabled={isTaken} className="grid min-w-0 grid-cols-1 gap-6 md:gap-8">
      <legend className="sr-only">What you book</legend>
      <BookedLine itemId={item.id} title={item.title} cover={item.images[0] ?? null} placeholder={item.placeholder}>
        <p className="truncate">{item.location}</p>
        <p className="truncate">Shared by {owner}</p>
      </BookedLine>
      <DatesSection rental={rental} isHeld={isTaken} id={fieldId(formId, "dates")} error={errors.dates} />
      <HandoverSection rental={rental} draft={flow.draft} onChange={flow.changeDraft} formId={formId} errors={errors} />
      <MessageSection
        id={fieldId(formId, "message")}
        owner={owner}
        message={flow.draft.message}
        error={errors.message}
        onChange={(message) => flow.changeDraft({ message })}
      />
      <CheckoutSection title="What it can cost">
        <WorstCase
          policy={price?.policy ?? item.cancellationPolicy}
          startAt={held?.startAt ?? quote?.stay?.startAt ?? null}
          timezone={item.timezone}
          now={productDate()}
          quantity={item.foodTruck ? 1 : choice.quantity}
          isFoodTruck={item.foodTruck !== null}
          lateFeeCents={inCents(item.lateReturnFee)}
          dailyRateCents={inCents(item.dailyRate)}
          depositCents={price?.depositCents ?? 0}
          isAllTaxRefunded={(held ?? quote)?.price?.tax.isAllRefunded}
          replacementValueCents={item.foodTruck ? null : item.replacementValueCents}
        />
      </CheckoutSection>
    </fieldset>
  );
}
