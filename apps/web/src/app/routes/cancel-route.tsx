import { Link } from "wouter";
import shoppingCart from "../../assets/shopping-cart.webp";
import { BUTTON_STYLE } from "../../components/ui/button-style.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { ResultPage } from "../result-page.tsx";
import { useAskedItem } from "../use-asked-item.ts";

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
      <Link href={itemId ? `/combined-checkout/${itemId}` : "/my-bookings"} className={BUTTON_STYLE.primary}>
        Resume
      </Link>
      <Link href="/browse" className={BUTTON_STYLE.outline}>
        Browse items
      </Link>
    </ResultPage>
  );
}
