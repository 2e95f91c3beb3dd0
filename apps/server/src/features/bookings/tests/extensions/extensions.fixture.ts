import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { payBooking } from "@nexby/contract/bookings/checkout";
import { approveExtension, getExtensionOptions, requestExtension } from "@nexby/contract/bookings/extensions";
import { DAY } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { callExpectingError, type send } from "../../../../testing/call.ts";
import type { Member } from "../../../../testing/people/members.ts";
import { useRentals } from "../rentals.fixture.ts";

export const openOf = ({ extensions }: BookingDetailView) => extensions.find(({ decidedAt }) => decidedAt === null);

export const laterBy = (days: number, instant: string) =>
  new Date(new Date(instant).getTime() + days * DAY).toISOString();

/** Rentals that are extended by the renter. */
export function useExtensions() {
  const rentals = useRentals();
  const { here, as, origin, database, settle } = rentals;

  const optionsOf = (id: string) => as(here().renter, getExtensionOptions, id);

  /** The request for this many more days, as the renter's browser sends it. */
  async function bodyFor(id: string, days: number) {
    const { options } = await optionsOf(id);
    const option = options.find(({ price }) => price.days === days);
    return { endDate: option?.endDate ?? "2030-01-01", totalCents: option?.price.totalCents ?? 1 };
  }

  const paymentOf = (id: string) => as(here().renter, payBooking, id, { kind: "extension" });

  /** A paid request for more days. */
  async function requested(id: string, days = 1, message = ""): Promise<BookingDetailView> {
    await as(here().renter, requestExtension, id, { ...(await bodyFor(id, days)), message });
    return rentals.pay(await paymentOf(id));
  }

  async function approved(id: string, days = 1): Promise<BookingDetailView> {
    const extensionId = openOf(await requested(id, days))?.id ?? "";
    await as(here().owner, approveExtension, id, { extensionId });
    return settle(id);
  }

  const errorOf = (member: Member, endpoint: Parameters<typeof send>[1], bookingId: string, body: object) =>
    callExpectingError(origin(), endpoint, { params: { bookingId }, headers: member.headers, body });

  /** Until when the rental's units are held. */
  const holdEndOf = async (id: string) => {
    const { rows } = await database().db.execute<{ end_time: Date }>(sql`
      select end_time from inventory_holds where booking_id = ${id} and released_at is null`);
    return rows.map(({ end_time }) => new Date(end_time).toISOString());
  };

  return { ...rentals, optionsOf, bodyFor, paymentOf, requested, approved, errorOf, holdEndOf };
}
