import { useState } from "react";
import type { Rental } from "../../components/rental/use-rental.ts";
import type { FormProblems } from "../../lib/form-problems.ts";
import { errorsOf } from "./checkout-problems.ts";
import type { CheckoutFlow } from "./use-checkout.ts";

type Values = Readonly<Record<string, string>>;

/** What each field had when it was found wrong. */
const valuesOf = ({ request, choice }: Rental, { draft, consents }: CheckoutFlow): Values => ({
  dates: JSON.stringify(request),
  place: choice.place,
  meetupPlace: draft.meetupPlace,
  pickupTime: `${draft.pickupTime} ${draft.isPickupFlexible}`,
  dropoffTime: `${draft.dropoffTime} ${draft.isDropoffFlexible}`,
  message: draft.message,
  acceptsTerms: String(consents.acceptsTerms),
  acceptsLaterCharges: String(consents.acceptsLaterCharges),
});

/** Errors by field, each until the field is changed. */
export function useCurrentErrors(rental: Rental, flow: CheckoutFlow): Values {
  const { problems } = flow;
  const values = valuesOf(rental, flow);
  const [found, setFound] = useState<{ problems: FormProblems | null; values: Values }>({ problems, values });
  if (found.problems !== problems) setFound({ problems, values });
  const isSame = ([field]: [string, string]) => found.problems !== problems || found.values[field] === values[field];
  return Object.fromEntries(Object.entries(errorsOf(problems)).filter(isSame));
}
