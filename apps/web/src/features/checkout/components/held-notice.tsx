import type { BookingDetailView } from "@nexby/contract/bookings";
import { useEffect, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { holdEnd } from "../payment-standing.ts";
import { HoldNotice } from "./hold-notice.tsx";

type Props = { booking: BookingDetailView; isBusy: boolean; onChange: () => void; onEnd: () => void };

/** What was booked stands still until it is paid or given up. */
export function HeldNotice({ booking, isBusy, onChange, onEnd }: Props) {
  const until = holdEnd(booking);
  const [isChanging, setIsChanging] = useState(false);
  useEffect(() => {
    if (!isBusy) setIsChanging(false);
  }, [isBusy]);
  if (!until) return null;
  const change = () => {
    setIsChanging(true);
    onChange();
  };
  return (
    <HoldNotice until={until} timeZone={booking.timezone} onEnd={isBusy ? null : onEnd}>
      {(isChanging || !isBusy) && booking.allowedActions.includes("cancel") && (
        <Button look="outline" isBusy={isChanging} onClick={change}>
          Change my booking
        </Button>
      )}
    </HoldNotice>
  );
}
