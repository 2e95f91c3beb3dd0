import type { BookingActor } from "@nexby/domain/bookings/booking-moves";

/** Who does something to a booking. */
export type Actor = { role: BookingActor; id: string | null };
export const SYSTEM: Actor = { role: "system", id: null };
