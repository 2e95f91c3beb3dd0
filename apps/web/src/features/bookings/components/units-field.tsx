import type { BookingView } from "@nexby/contract/bookings/bookings";
import { TextField } from "../../../components/forms/text-fields.tsx";
import { stillOutText } from "../copy/unit-returns.ts";

type Booking = Pick<BookingView, "quantity" | "unitsOut">;

/** All units by default. What was seen is sent along, so that a repeated request returns nothing more. */
export const unitsAsked = ({ unitsOut }: Booking) => ({ units: String(unitsOut), unitsOut });

/** For several units that are still out. */
export const UnitsField = ({ booking }: { booking: Booking }) => (
  <TextField
    name="units"
    label="How many units come back?"
    hint={stillOutText(booking)}
    inputMode="numeric"
    autoComplete="off"
  />
);
