import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { ActionContext } from "../copy/actions.ts";
import { returnStatus, returnText, stillOutText } from "../copy/unit-returns.ts";
import { ActionButton } from "./action-button.tsx";
import { PagePart } from "./booking-parts.tsx";

type Props = ActionContext & { booking: BookingDetailView };

/** Which of several units are back, and which the owner still has to confirm. */
export function UnitReturns({ booking, ...context }: Props) {
  const { returns, allowedActions } = booking;
  if (returns.length === 0) return null;
  return (
    <PagePart title="Returned units">
      <p role="status" className="font-semibold">
        {booking.unitsOut === 0 ? "All units are back." : stillOutText(booking)}
      </p>
      <ul className="mt-3 grid gap-3">
        {returns.map((one) => (
          <li key={one.id} className="grid gap-0.5">
            <p className="text-pretty">{returnText(one, booking)}</p>
            <p className="text-muted text-sm">{returnStatus(one, booking)}</p>
            {one.notes && <p className="whitespace-pre-line break-words text-sm">{one.notes}</p>}
            {allowedActions.includes("confirm_units") && one.byRole === "renter" && one.confirmedAt === null && (
              <div className="mt-1">
                <ActionButton
                  action="confirm_units"
                  booking={booking}
                  values={{ returnId: one.id }}
                  name={`Confirm: ${returnText(one, booking)}`}
                  {...context}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </PagePart>
  );
}
