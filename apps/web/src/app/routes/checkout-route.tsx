import { Link } from "wouter";
import creditCard from "../../assets/credit-card.webp";
import { BUTTON_STYLE } from "../../components/ui/button-style.ts";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { PersonalPage } from "../personal-page.tsx";

/** No address leads to a booking that could be paid: the page says so, whatever the id. */
export function CheckoutRoute() {
  return (
    <PersonalPage title="Checkout" text="What is to be paid for a booking.">
      {({ email }) => (
        <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_20rem]">
          <EmptyState
            picture={creditCard}
            title="Nothing to pay here"
            text="You have no booking at this address that waits for a payment."
          >
            <Link href="/my-bookings" className={BUTTON_STYLE.primary}>
              My bookings
            </Link>
          </EmptyState>
          <section aria-labelledby="receipt" className="h-max rounded-card border border-line bg-surface p-5 md:p-6">
            <h2 id="receipt" className="font-semibold">
              Your receipt
            </h2>
            <p className="mt-1 text-muted">
              Receipts go to <span className="break-words font-medium text-ink">{email}</span>.
            </p>
          </section>
        </div>
      )}
    </PersonalPage>
  );
}
