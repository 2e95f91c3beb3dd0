import type { PriceBreakdown } from "@nexby/contract/bookings/quotes";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import { UserRoundCheck, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { depositLabel, isDepositCharged, PriceLines } from "../../../components/rental/price-lines.tsx";
import type { Rental } from "../../../components/rental/use-rental.ts";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { SkeletonBar } from "../../../components/ui/loading.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { productDate } from "../../../lib/server-time.ts";
import { actionLabel, chargeCopy, decisionCopy, decisionTitle, depositCopy } from "../copy.ts";
import { PayAction, PayBar } from "./checkout-layout.tsx";

type PriceProps = {
  rental: Rental;
  price: PriceBreakdown | null;
  /** True while the price still belongs to an earlier request. */
  isOld: boolean;
};

type Props = PriceProps & { isReady: boolean; isBusy: boolean; blocker: ReactNode };

/** Side column on wide screens. */
export function CheckoutSummary(props: Props) {
  return (
    <aside
      aria-label="Price"
      className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-card border border-line bg-surface p-5 shadow-soft lg:block"
    >
      <CheckoutPrice {...props} />
      <PayAction className="mt-5" {...actionOf(props)} />
    </aside>
  );
}

/** Bar above the bottom navigation on narrow screens. */
export function CheckoutBar(props: Props) {
  const { rental, price, isOld } = props;
  return (
    <PayBar>
      {/* Always there, so that the form keeps its height when the price arrives. */}
      <p
        className={`mb-2 flex min-h-7 flex-wrap items-baseline justify-between gap-x-4 tabular-nums transition-opacity duration-120 ${isOld ? "opacity-50" : ""}`}
      >
        <span>
          Total{" "}
          {price ? (
            <strong className="display-type text-lg">{dollarText(price.totalCents)}</strong>
          ) : (
            <span className="text-muted">{rental.request ? "not known yet" : "after you choose dates"}</span>
          )}
        </span>
        {price && price.depositCents > 0 && (
          <span className="text-muted text-sm">
            plus {dollarText(price.depositCents)} {depositLabel(isChargedFor(rental))}
          </span>
        )}
      </p>
      <PayAction {...actionOf(props)} />
    </PayBar>
  );
}

const isChargedFor = ({ quote }: Rental) => isDepositCharged(quote?.stay ?? null, productDate());

function actionOf({ rental: { item, quote }, price, isOld, isReady, isBusy, blocker }: Props) {
  return {
    label: actionLabel(item.isInstant, price?.totalCents),
    isBusy: isBusy || isOld || !isReady,
    busyText: isBusy ? "One moment..." : undefined,
    blocker,
    note: chargeCopy({
      owner: item.owner.firstName || "the owner",
      isInstant: item.isInstant,
      policy: price?.policy ?? item.cancellationPolicy,
      startAt: quote?.stay?.startAt ?? null,
      now: productDate(),
    }),
  };
}

/** Keeps showing the last price while a new quote loads. */
export function CheckoutPrice({ rental, price, isOld }: PriceProps) {
  const { item, hasFailed, askAgain } = rental;
  return (
    <div className="grid gap-5">
      {hasFailed && !price && (
        <Notice look="problem" role="alert">
          <p>We couldn’t load the price.</p>
          <button type="button" className={TEXT_LINK_STYLE} onClick={() => void askAgain()}>
            Try again
          </button>
        </Notice>
      )}
      {price && (
        <div aria-busy={isOld} className={`transition-opacity duration-120 ${isOld ? "opacity-50" : ""}`}>
          <PriceLines price={price} isDepositCharged={isChargedFor(rental)} isOld={isOld} />
          {price.depositCents > 0 && (
            <p className="mt-2 text-pretty text-muted text-sm">{depositCopy(isChargedFor(rental))}</p>
          )}
        </div>
      )}
      {!price && !hasFailed && (isOld ? <PriceSkeleton /> : <p className="text-muted">{withoutPrice(rental)}</p>)}
      <Decision owner={item.owner.firstName || "The owner"} isInstant={item.isInstant} />
    </div>
  );
}

/** The refusal itself is shown with the dates. */
const withoutPrice = ({ request }: Rental): string =>
  request ? "These options don’t have a price yet." : "Choose your dates to see the price.";

function PriceSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-2">
      {["rental", "fees", "tax"].map((line) => (
        <div key={line} className="flex h-6 items-center justify-between gap-4">
          <SkeletonBar className="h-4 w-1/2" />
          <SkeletonBar className="h-4 w-14" />
        </div>
      ))}
      <div className="mt-1 flex h-10 items-end justify-between gap-4 border-line border-t pt-3">
        <SkeletonBar className="h-5 w-16" />
        <SkeletonBar className="h-5 w-20" />
      </div>
    </div>
  );
}

function Decision(decision: { owner: string; isInstant: boolean }) {
  const Icon = decision.isInstant ? Zap : UserRoundCheck;
  return (
    <div className="flex gap-3 border-line border-t pt-4 text-sm">
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-on-primary-soft" />
      <div className="min-w-0 text-pretty">
        <p className="font-semibold">{decisionTitle(decision)}</p>
        <p className="text-muted">{decisionCopy(decision)}</p>
      </div>
    </div>
  );
}
