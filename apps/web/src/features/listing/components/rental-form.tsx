import { missingProfileInformation } from "@nexby/domain/accounts/profile-completeness";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { useId } from "react";
import { Link } from "wouter";
import { profileGate } from "../../../components/product/profile-gate.tsx";
import { QuoteBreakdown } from "../../../components/rental/price-lines.tsx";
import { choiceQuery } from "../../../components/rental/rental-choice.ts";
import { RentalFields } from "../../../components/rental/rental-fields.tsx";
import type { Rental } from "../../../components/rental/use-rental.ts";
import { BUTTON_STYLE, Button } from "../../../components/ui/button.tsx";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { dayText } from "../../../lib/dates.ts";
import { authPath, saveReturnPath, withQuery } from "../../../lib/paths.ts";
import { useSession } from "../../../lib/session.ts";

type Props = { rental: Rental; onChooseDates: () => void };

/** The selected rental, its price and the booking button. */
export function RentalForm({ rental, onChooseDates }: Props) {
  const { item, choice } = rental;
  if (!item.isAvailable) return <Notice look="information">The owner isn’t renting this out right now.</Notice>;
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 rounded-control border border-line-strong">
        <ChosenDay label="From" date={choice.from} onClick={onChooseDates} />
        <ChosenDay label="Until" date={choice.to} onClick={onChooseDates} />
      </div>
      <RentalFields rental={rental} />
      <QuoteBreakdown rental={rental} />
      <RequestAction rental={rental} onChooseDates={onChooseDates} />
    </div>
  );
}

/** Focuses the calendar, where dates are selected. */
function ChosenDay({ label, date, onClick }: { label: string; date: LocalDate | null; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-14 min-w-0 px-3.5 py-2 text-left transition-colors duration-120 first:border-line-strong first:border-r hover:bg-subtle"
    >
      <span className="block font-semibold text-xs">{label}</span>
      <span className={`block truncate ${date ? "" : "text-muted"}`}>{date ? dayText(date) : "Choose a day"}</span>
    </button>
  );
}

const NOT_APPROVED = "You can rent items once we approve your account.";

const loadStep = () => import("../../../components/product/approval.tsx").then((module) => module.ApprovalStep);

/** Continues to checkout with the selection, or to the step required before it. */
function RequestAction({ rental, onChooseDates }: Props) {
  const reason = useId();
  const { user } = useSession();
  const { item, choice, quote, isAsking } = rental;
  const label = item.isInstant ? "Book now" : "Request to book";
  const path = withQuery(`/combined-checkout/${item.id}`, choiceQuery(choice));

  if (user?.id === item.ownerId) return <EditLink itemId={item.id} />;
  if (user && !user.isApproved && !user.isAdmin) {
    return (
      <div>
        <Button disabled aria-describedby={reason} className="w-full">
          {label}
        </Button>
        <p id={reason} className="mt-2 text-center text-muted text-sm">
          {NOT_APPROVED}{" "}
          <LazyPart load={loadStep} props={{ path: choice.from && choice.to ? path : null }} isOptional />
        </p>
      </div>
    );
  }
  if (!choice.from || !choice.to) {
    return (
      <Button className="w-full" disabled={!item.isAvailable} onClick={onChooseDates}>
        Choose dates
      </Button>
    );
  }
  if (!quote?.isBookable || isAsking) {
    return (
      <Button disabled className="w-full">
        {label}
      </Button>
    );
  }
  if (user && missingProfileInformation(user, "renting").length > 0) {
    return (
      <Button
        className="w-full"
        onClick={() => {
          saveReturnPath(path);
          profileGate.set("renting");
        }}
      >
        {label}
      </Button>
    );
  }
  return (
    <div>
      <Link href={user ? path : authPath("choice", path)} className={`${BUTTON_STYLE.primary} w-full`}>
        {label}
      </Link>
      <p className="mt-2 text-center text-muted text-sm">Nothing is charged yet.</p>
    </div>
  );
}

export function EditLink({ itemId }: { itemId: string }) {
  return (
    <Link href={`/listings/${itemId}/edit`} className={`${BUTTON_STYLE.primary} w-full`}>
      Edit listing
    </Link>
  );
}
