import { Link } from "wouter";
import receipt from "../../assets/receipt.webp";
import { BUTTON_STYLE } from "../../components/ui/button-style.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { ResultPage } from "../result-page.tsx";
import { useAskedItem } from "../use-asked-item.ts";

export function SuccessRoute() {
  const itemId = useAskedItem();
  usePageTitle("Thanks for your payment");
  return (
    <ResultPage
      picture={receipt}
      title="Thanks for your payment"
      text="As soon as the card payment is confirmed, the receipt is with your booking."
      itemId={itemId}
    >
      <Link href="/my-bookings" className={BUTTON_STYLE.primary}>
        My bookings
      </Link>
      <Link href="/browse" className={BUTTON_STYLE.outline}>
        Browse items
      </Link>
    </ResultPage>
  );
}
