import type { BookingAction, BookingDetailView } from "@nexby/contract/bookings";
import { isOver } from "@nexby/domain/bookings/booking-statuses";
import { Link } from "wouter";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { productNow } from "../../../lib/server-time.ts";
import type { ActSurroundings } from "../act-surroundings.ts";
import { isOwnAct, nextAction, payLabel } from "../acts.ts";
import { isOwnAccountAwaited } from "../payout-words.ts";
import { stepWords } from "../step-words.ts";
import { ActButton } from "./act-button.tsx";
import { ProgressBar } from "./progress-bar.tsx";

type Props = ActSurroundings & { booking: BookingDetailView };

/** What comes next, and everything that can be done now: what moves it on first, what ends it last. */
export function NextStep({ booking, ...around }: Props) {
  const words = stepWords(booking);
  const main = nextAction(booking);
  const others = booking.allowedActions.filter((action) => action !== main && action !== "cancel");
  const ending: BookingAction[] = booking.allowedActions.includes("cancel") ? ["cancel"] : [];
  const actions = [...(main ? [main] : []), ...others, ...ending];
  if (!words && actions.length === 0 && isOver(booking.status) && booking.status !== "closed") return null;

  return (
    <section aria-label="What comes next" className="rounded-card border border-line bg-surface p-5 shadow-soft md:p-6">
      <ProgressBar status={booking.status} />
      {/* Said by itself when the other side acts: the page changes without anybody's doing. */}
      <p role="status" className="text-pretty font-semibold text-lg">
        {words ?? (booking.status === "closed" ? "This rental is completed." : "Nothing is waiting for you.")}
      </p>
      {isOwnAccountAwaited(booking, productNow()) && (
        <Link href="/profile?tab=payments" className={`${BUTTON_STYLE.primary} mt-4 max-sm:w-full`}>
          Set up payouts
        </Link>
      )}
      {actions.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          {actions.map((action) => (
            <Action key={action} action={action} isMain={action === main} booking={booking} {...around} />
          ))}
        </div>
      )}
    </section>
  );
}

type ActionProps = Props & { action: BookingAction; isMain: boolean };

function Action({ action, isMain, booking, ...around }: ActionProps) {
  const look = isMain ? "primary" : "outline";
  const wide = "max-sm:w-full";
  const pay = payLabel(action);
  if (pay) {
    return (
      <Link href={`/checkout/${booking.id}`} className={`${BUTTON_STYLE[look]} ${wide}`}>
        {pay}
      </Link>
    );
  }
  if (!isOwnAct(action)) return null;
  return <ActButton act={action} booking={booking} look={look} className={wide} {...around} />;
}
