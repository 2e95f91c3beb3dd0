import { useState } from "react";
import type { Rental } from "../../../components/rental/use-rental.ts";
import { Button } from "../../../components/ui/button.tsx";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { rangeText } from "../../../lib/dates.ts";
import { formatExactCents } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { PriceHeadline } from "./price-card.tsx";
import { EditLink } from "./rental-form.tsx";

const loadSheet = () => import("./rental-sheet.tsx").then((module) => module.RentalSheet);

/** On narrow screens: stays above the bottom bar while the listing is in view. */
export function PriceBar({ rental }: { rental: Rental }) {
  const [isOpen, setIsOpen] = useState(false);
  const { user } = useSession();
  const { item, choice } = rental;
  // Users waiting for approval may look at dates and prices, and read in the sheet why they cannot book yet.
  const isWaiting = Boolean(user && !user.isApproved && !user.isAdmin);
  const next = isWaiting ? "Change dates" : "Continue";

  return (
    <aside
      aria-label="Price"
      className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 -mx-4 flex min-h-18 items-center justify-between gap-4 border-line border-t bg-surface px-4 py-3 md:bottom-0 md:-mx-8 md:px-8 lg:hidden"
    >
      <CurrentPrice rental={rental} />
      <div className="shrink-0">
        {user?.id === item.ownerId ? (
          <EditLink itemId={item.id} />
        ) : (
          <Button
            look={isWaiting ? "outline" : "primary"}
            aria-haspopup="dialog"
            disabled={!item.isAvailable}
            onClick={() => setIsOpen(true)}
          >
            {choice.from && choice.to ? next : "Choose dates"}
          </Button>
        )}
      </div>
      {isOpen && <LazyPart load={loadSheet} props={{ rental, onClose: () => setIsOpen(false) }} />}
    </aside>
  );
}

function CurrentPrice({ rental: { item, choice, quote, isAsking } }: { rental: Rental }) {
  if (!quote?.price || !choice.from || !choice.to) return <PriceHeadline item={item} />;
  return (
    <p className={`min-w-0 tabular-nums transition-opacity duration-120 ${isAsking ? "opacity-50" : ""}`}>
      <strong className="block display-type text-xl">{formatExactCents(quote.price.totalCents)}</strong>
      <span className="block truncate text-muted text-sm">
        {quote.refusal ? "Can’t be booked with these options" : rangeText(choice.from, choice.to)}
      </span>
    </p>
  );
}
