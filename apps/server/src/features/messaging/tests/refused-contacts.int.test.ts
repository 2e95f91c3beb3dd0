import { cancelBooking, declineBooking } from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { startCheckout } from "@nexby/contract/bookings/checkout";
import { expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { useBookings } from "../../../testing/bookings/use-bookings.ts";
import { callExpectingError } from "../../../testing/call.ts";

const rentals = useBookings();
const { here, item, as, origin } = rentals;

const WHY = "Contact details are shared once a booking is approved.";
const refusal = (field: string, message: string) => ({
  status: 400,
  error: { code: "validation_failed", details: [{ field, message: `${message} ${WHY}` }] },
});

test("[MSG-01] contact details are refused in the reason of a declined request, which stays pending", async () => {
  const { owner } = here();
  const { id } = await rentals.requested(await item());
  const input = {
    params: { bookingId: id },
    headers: owner.headers,
    body: { reason: "Text 201-555-0199, it's cheaper" },
  };
  expect(await callExpectingError(origin(), declineBooking, input)).toMatchObject(
    refusal("reason", "Please remove the phone number (201-555-0199)."),
  );
  expect(await as(owner, getBooking, id)).toMatchObject({ status: "pending" });
  expect(await as(owner, declineBooking, id, { reason: "It broke" })).toMatchObject({ status: "declined" });
});

test("[MSG-01] contact details are refused in the reason of a canceled request, and accepted after the approval", async () => {
  const { renter } = here();
  const { id, totalCents } = await rentals.requested(await item());
  const body = { reason: "Write to ada@gmail.com", refundCents: totalCents };
  const input = { params: { bookingId: id }, headers: renter.headers, body };
  expect(await callExpectingError(origin(), cancelBooking, input)).toMatchObject(
    refusal("reason", "Please remove the email address (ada@gmail.com)."),
  );
  expect(await as(renter, getBooking, id)).toMatchObject({ status: "pending" });

  const approved = await rentals.approved(await item(), { inDays: 30 });
  const { status } = await as(renter, cancelBooking, approved.id, { ...body, refundCents: approved.totalCents });
  expect(status).toBe("canceled");
});

test("[MSG-01] contact details are refused in the place of a meetup, but a street address is accepted", async () => {
  const { renter } = here();
  const meetup = { exchangeType: "meetup", meetupLocation: "The library, call 201-555-0199" } as const;
  const request = await rentals.request(await item({ offerMeetup: true }), meetup);
  const input = { headers: renter.headers, body: { ...request, attemptId: newId() } };
  expect(await callExpectingError(origin(), startCheckout, input)).toMatchObject(
    refusal("meetupLocation", "Please remove the phone number (201-555-0199)."),
  );
  const { bookingId } = await rentals.reserve({ ...request, meetupLocation: "The library, 12 Oak Street" });
  expect((await as(renter, getBooking, bookingId)).exchange.meetupLocation).toBe("The library, 12 Oak Street");
});
