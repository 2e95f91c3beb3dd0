import { startCheckout } from "@nexby/contract/bookings/checkout";
import { addDays, localTime } from "@nexby/domain/kernel/calendar";
import { instantOf } from "@nexby/domain/kernel/zones";
import { expect, test } from "vitest";
import { useBookings } from "../../../testing/bookings/use-bookings.ts";
import { callExpectingError } from "../../../testing/call.ts";

const bookings = useBookings();
const { here, item, origin } = bookings;
const FLEXIBLE = { isPickupFlexible: true, isDropoffFlexible: true };

const rejectionOf = async (body: object) => {
  const { status, error } = await callExpectingError(origin(), startCheckout, { body, headers: here().renter.headers });
  return { status, details: error.details };
};
const rejectedField = (field: string, message: string) => ({ status: 400, details: [{ field, message }] });

test("rejects a pickup time that has passed by the app clock", async () => {
  const tomorrow = addDays(await bookings.today(), 1);
  await bookings.reach(instantOf(tomorrow, localTime("06:30"), "America/Chicago").toISOString(), 0);
  const body = await bookings.request(await item(), { inDays: 0, ...FLEXIBLE });
  expect(body.startDate).toBe(tomorrow);
  expect(await rejectionOf({ ...body, requestedPickupTime: "01:00" })).toEqual(
    rejectedField("requestedPickupTime", "This time has passed. Please choose a later one."),
  );
  const { exchange } = (await bookings.checkout({ ...body, requestedPickupTime: "07:00" })).booking;
  expect(exchange.requestedPickupAt).toBe(instantOf(tomorrow, localTime("07:00"), "America/Chicago").toISOString());
});

test("shows the owner's hours in 12-hour format", async () => {
  const body = await bookings.request(await item(), { requestedPickupTime: "03:00" });
  const message = "The owner is available between 9:00 AM and 6:00 PM. To ask for another time, check “I’m flexible”.";
  expect(await rejectionOf(body)).toEqual(rejectedField("requestedPickupTime", message));
});

test("rejects a return before the pickup, whichever of the two times was requested", async () => {
  const body = await bookings.request(await item(), { days: 1, ...FLEXIBLE });
  const early = "Return must be after pickup";
  const dropoff = rejectedField("requestedDropoffTime", early);
  expect(await rejectionOf({ ...body, requestedPickupTime: "12:00", requestedDropoffTime: "11:00" })).toEqual(dropoff);
  expect(await rejectionOf({ ...body, requestedPickupTime: "12:00", requestedDropoffTime: "12:00" })).toEqual(dropoff);
  expect(await rejectionOf({ ...body, requestedDropoffTime: "05:00" })).toEqual(dropoff);
  expect(await rejectionOf({ ...body, requestedPickupTime: "23:00" })).toEqual(
    rejectedField("requestedPickupTime", early),
  );
  const overnight = await bookings.request(body.itemId, { days: 2, ...FLEXIBLE, requestedDropoffTime: "05:00" });
  expect((await bookings.checkout(overnight)).booking.exchange.requestedDropoffAt).not.toBeNull();
});
