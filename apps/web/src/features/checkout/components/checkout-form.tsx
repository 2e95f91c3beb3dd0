import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import type { ItemDetailView } from "@nexby/contract/listings/items";
import { missingProfileInformation } from "@nexby/domain/accounts/profile-completeness";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useCardForm } from "../../../components/card-form/use-card-form.tsx";
import { fieldId } from "../../../components/forms/field.tsx";
import { FormReport } from "../../../components/forms/form-report.tsx";
import { profileGate } from "../../../components/product/profile-gate.tsx";
import { type Rental, useRental } from "../../../components/rental/use-rental.ts";
import { LazyPart } from "../../../components/ui/loading.tsx";
import type { FormProblems } from "../../../lib/form-errors.ts";
import { useLiveEvents } from "../../../lib/live-events.ts";
import { clearReturnPath, saveReturnPath } from "../../../lib/paths.ts";
import { useExactSearch } from "../../../lib/search-url.ts";
import { getItem } from "../api.ts";
import { errorsOf } from "../checkout-body.ts";
import { actionLabel } from "../copy.ts";
import { holdEnd } from "../payment.ts";
import { PaymentCheck } from "../screens/payment-progress.tsx";
import { type CheckoutFlow, useCheckout, useProblemFocus } from "../use-checkout.ts";
import { CheckoutSection, CheckoutSkeleton } from "./checkout-layout.tsx";
import { CheckoutBar, CheckoutPrice, CheckoutSummary } from "./checkout-summary.tsx";
import { ChoiceSections } from "./choice-sections.tsx";
import { HeldNotice } from "./hold-notice.tsx";
import { ConsentSection, PaymentSection } from "./payment-sections.tsx";

type CheckoutFormProps = { item: ItemDetailView; user: CurrentUserView; scope: string };

const NOT_PAID = "Your payment didn’t go through. You can try again.";

/** Waits for the first price: everything below it would move when it arrives. */
export function CheckoutForm({ item, user, scope }: CheckoutFormProps) {
  const rental = useRental(item);
  const [isShown, setIsShown] = useState(false);
  const isPriceToCome = rental.request !== null && !rental.quote && !rental.hasFailed;
  if (!isShown && !isPriceToCome) setIsShown(true);
  return isShown ? <QuotedForm rental={rental} user={user} scope={scope} /> : <CheckoutSkeleton />;
}

const loadMissing = () => import("../../../components/product/missing-profile.tsx").then((module) => module.MissingFor);
const loadStep = () => import("../../../components/product/approval.tsx").then((module) => module.ApprovalStep);
const SHORT = { isShort: true };
const loadPriceChange = () => import("./price-change-dialog.tsx").then((module) => module.PriceChangeDialog);

type QuotedFormProps = { rental: Rental; user: CurrentUserView; scope: string };

/** Dates, handoff, consents and card on one page. */
function QuotedForm({ rental, user, scope }: QuotedFormProps) {
  const { item } = rental;
  const formId = useId();
  const card = useCardForm();
  const flow = useCheckout(rental, card, scope);
  const isReady = (user.isApproved || user.isAdmin) && missingProfileInformation(user, "renting").length === 0;
  const { problems, held } = flow;
  const errors = useCurrentErrors(rental, flow);
  const { report, follow } = useProblemFocus(problems, formId, card);
  useFocusOnChoice(flow, formId);
  useItemUpdates(item.id);
  const path = useSavedReturnPath(isReady);

  if (flow.unknownId) {
    return (
      <PaymentCheck
        bookingId={flow.unknownId}
        kind="rental"
        onSettled={flow.leave}
        onNotPaid={() => flow.backToCard(NOT_PAID)}
      />
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) flow.submit();
    else profileGate.set("renting");
  };
  const isWaiting = !user.isApproved && !user.isAdmin;
  const action = {
    price: held?.price ?? rental.quote?.price ?? null,
    isOld: !held && rental.isAsking,
    isReady: card.isReady,
    isBusy: flow.isBusy,
    blocker: isWaiting ? (
      <>
        You can rent items once we approve your account. <LazyPart load={loadStep} props={SHORT} isOptional />
      </>
    ) : null,
  };
  return (
    <form noValidate aria-label="Checkout" onSubmit={submit}>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-16">
        <div className="grid min-w-0 grid-cols-1 gap-6 md:gap-8">
          {!isReady && <LazyPart load={loadMissing} props={{ user, purpose: "renting" as const, path }} />}
          {problems && <FormReport ref={report} problems={problems} formId={formId} onFollow={follow} />}
          <ChoiceSections rental={rental} flow={flow} formId={formId} errors={errors} />
          <CheckoutSection title="Price" className="lg:hidden">
            <CheckoutPrice rental={rental} price={action.price} isOld={action.isOld} />
          </CheckoutSection>
          {held && (
            <HeldNotice
              booking={held}
              until={holdEnd(held)}
              isBusy={flow.isBusy}
              onChange={() => flow.releaseHold(held)}
              onEnd={flow.endHold}
            />
          )}
          <PaymentSection card={card} problem={flow.cardProblem} isBusy={flow.isBusy} />
          <ConsentSection
            isFoodTruck={item.foodTruck !== null}
            consents={flow.consents}
            termsVersion={flow.terms?.version}
            onChange={flow.changeConsents}
            formId={formId}
            errors={errors}
          />
        </div>
        <CheckoutSummary rental={rental} {...action} />
      </div>
      <CheckoutBar rental={rental} {...action} />
      {flow.priceChange && (
        <LazyPart
          load={loadPriceChange}
          props={{
            change: flow.priceChange,
            confirmLabel: actionLabel(item.isInstant, flow.priceChange.after.totalCents),
            onConfirm: () => flow.priceChange && flow.confirmPrice(flow.priceChange),
            onClose: flow.rejectPrice,
          }}
        />
      )}
    </form>
  );
}

/** Returns focus to the dates after the renter releases a hold. */
function useFocusOnChoice({ held, problems }: CheckoutFlow, formId: string): void {
  const wasHeld = useRef(false);
  useEffect(() => {
    if (wasHeld.current && !held && !problems) document.getElementById(fieldId(formId, "dates"))?.focus();
    wasHeld.current = held !== null;
  }, [held, problems, formId]);
}

/** Refetches the item when its availability or listing changes elsewhere. */
function useItemUpdates(itemId: string): void {
  const client = useQueryClient();
  const refetchItem = () => void client.invalidateQueries({ queryKey: getItem(itemId).queryKey });
  useLiveEvents(`item:${itemId}`, { availability_changed: refetchItem, listing_changed: refetchItem }, refetchItem);
}

/** Saves the current choices so that the renter returns to them after completing their profile. */
function useSavedReturnPath(isReady: boolean): string {
  const search = useExactSearch();
  const path = withSearch(location.pathname, search);
  useEffect(() => {
    if (isReady) clearReturnPath();
    else saveReturnPath(path);
  }, [isReady, path]);
  return path;
}

const withSearch = (path: string, search: string): string => (search ? `${path}?${search}` : path);

type Values = Readonly<Record<string, string>>;

/** Serialized field values, to detect changes since validation. */
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

/** Errors by field; each disappears once its field is changed. */
function useCurrentErrors(rental: Rental, flow: CheckoutFlow): Values {
  const { problems } = flow;
  const values = valuesOf(rental, flow);
  const [checked, setChecked] = useState<{ problems: FormProblems | null; values: Values }>({ problems, values });
  if (checked.problems !== problems) setChecked({ problems, values });
  const isSame = ([field]: [string, string]) =>
    checked.problems !== problems || checked.values[field] === values[field];
  return Object.fromEntries(Object.entries(errorsOf(problems)).filter(isSame));
}
