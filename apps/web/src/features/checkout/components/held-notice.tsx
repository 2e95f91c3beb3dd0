import type { BookingDetailView } from "@nexby/contract/bookings";
import { Button } from "../../../components/ui/button.tsx";
import { holdEnd } from "../payment-standing.ts";
import { HoldNotice } from "./hold-notice.tsx";

type Props = { booking: BookingDetailView; isBusy: boolean; onChange: () => void; onEnd: () => void };

/** What was booked stands still until it is paid or given up. */
export function HeldNotice({ booking, isBusy, onChange, onEnd }: Props) {
  const until = holdEnd(booking);
  if (!until) return null;
  return (
    <HoldNotice until={until} timeZone={booking.timezone} onEnd={() => isBusy || onEnd()}>
      {!isBusy && booking.allowedActions.includes("cancel") && (
        <Button look="outline" onClick={onChange}>
          Change my booking
        </Button>
      )}
    </HoldNotice>
  );
}
