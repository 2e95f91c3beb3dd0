import { Link } from "wouter";
import shoppingCart from "../../assets/shopping-cart.webp";
import { choiceQuery, readChoice } from "../../components/rental/rental-choice.ts";
import { BUTTON_STYLE } from "../../components/ui/button-style.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useExactSearch } from "../../lib/use-exact-search.ts";
import { withQuery } from "../../lib/with-query.ts";
import { ResultPage } from "../result-page.tsx";
import { useAskedBooking, useAskedItem } from "../use-asked.ts";

export function CancelRoute() {
  const itemId = useAskedItem();
  usePageTitle("Nothing was charged");
  return (
    <ResultPage
      picture={shoppingCart}
      title="Nothing was charged"
      text="You left before paying. You can resume whenever you like."
      itemId={itemId}
    >
      <Link href={useWayBack(itemId)} className={BUTTON_STYLE.primary}>
        Resume
      </Link>
      <Link href="/browse" className={BUTTON_STYLE.outline}>
        Browse items
      </Link>
    </ResultPage>
  );
}

/** To the booking that was begun, or to the choice that the address still has. */
function useWayBack(itemId: string | null): string {
  const bookingId = useAskedBooking();
  const choice = readChoice(useExactSearch());
  if (bookingId) return `/checkout/${bookingId}`;
  return itemId ? withQuery(`/combined-checkout/${itemId}`, choiceQuery(choice)) : "/my-bookings";
}
