import { missingProfileInformation } from "@nexby/domain/accounts/profile-completeness";
import { useId } from "react";
import { Link } from "wouter";
import { profileGate } from "../../../components/profile-gate/profile-gate.ts";
import { choiceQuery } from "../../../components/rental/rental-choice.ts";
import type { Rental } from "../../../components/rental/use-rental.ts";
import { Button } from "../../../components/ui/button.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { authPath } from "../../../lib/auth-path.ts";
import { useSession } from "../../../lib/session.ts";
import { rememberWayBack } from "../../../lib/way-back.ts";
import { withQuery } from "../../../lib/with-query.ts";

const WAITING = "You can rent items once an administrator approves you.";

type Props = { rental: Rental; onChooseDates: () => void };

/** The way on: to the request, with what was chosen, or to what has to be done before. */
export function RequestAction({ rental, onChooseDates }: Props) {
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
          {WAITING}
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
          rememberWayBack(path);
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
