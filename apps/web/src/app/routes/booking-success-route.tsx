import { Link } from "wouter";
import partyPopper from "../../assets/party-popper.webp";
import { BUTTON_STYLE } from "../../components/ui/button-style.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { ResultPage } from "../result-page.tsx";
import { useAskedItem } from "../use-asked-item.ts";

const NEXT = [
  "The owner looks at your request and answers.",
  "Your card is charged only if the owner approves.",
  "You agree on a time to pick it up.",
];

export function BookingSuccessRoute() {
  const itemId = useAskedItem();
  usePageTitle("Your booking");
  return (
    <ResultPage
      picture={partyPopper}
      title="Your request is with the owner"
      text={itemId ? "This is what you asked for." : "All your requests are with your bookings."}
      itemId={itemId}
      details={
        <section aria-labelledby="next" className="mt-8 w-full text-left">
          <h2 id="next" className="font-semibold">
            What happens next
          </h2>
          <ol className="mt-3 grid gap-3">
            {NEXT.map((step, index) => (
              <li key={step} className="flex items-center gap-3">
                <span
                  aria-hidden="true"
                  className="grid size-8 shrink-0 place-items-center rounded-full bg-primary-soft font-bold text-on-primary-soft text-sm"
                >
                  {index + 1}
                </span>
                {step}
              </li>
            ))}
          </ol>
        </section>
      }
    >
      <Link href="/my-bookings" className={BUTTON_STYLE.primary}>
        My bookings
      </Link>
      <Link href="/messages" className={BUTTON_STYLE.outline}>
        Message the owner
      </Link>
    </ResultPage>
  );
}
