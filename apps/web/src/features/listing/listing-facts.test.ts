import type { ItemDetailView } from "@nexby/contract/listings/items";
import { describe, expect, it } from "vitest";
import { factsOf } from "./copy.ts";

const PLAIN: ItemDetailView = {
  id: "item",
  title: "Tent",
  description: "",
  images: [],
  dailyRate: "18.00",
  ownerId: "owner",
  owner: {
    id: "owner",
    firstName: "Maya",
    lastName: "Rivera",
    email: null,
    profileImageUrl: null,
    record: { agreedCount: 0, canceledCount: 0 },
  },
  category: null,
  categories: [],
  location: "Maplewood, NJ",
  latitude: 0,
  longitude: 0,
  timezone: "America/New_York",
  isAvailable: true,
  condition: "used",
  averageRating: null,
  reviewCount: 0,
  depositAmount: "0.00",
  cleaningFee: "0.00",
  lateReturnFee: "0.00",
  setupFlatFeeCents: 0,
  setupPerUnitFeeCents: 0,
  minRentalDays: 1,
  maxRentalDays: null,
  offerPickup: true,
  offerMeetup: false,
  offerDelivery: false,
  deliveryFee: "0.00",
  deliveryRadius: null,
  allowQuantity: true,
  quantityTotal: 1,
  quantityMinPerBooking: 1,
  quantityMaxPerBooking: null,
  cancellationPolicy: "flexible",
  placeholder: null,
  placeholders: [],
  replacementValueCents: null,
  availabilityNotes: null,
  isInstant: false,
  turnaroundMinutes: 0,
  foodTruck: null,
};

function fact(topic: string, changes: Partial<ItemDetailView> = {}): string | undefined {
  return factsOf({ ...PLAIN, ...changes }).find((candidate) => candidate.topic === topic)?.value;
}

describe("listing facts", () => {
  it("name the fees, and say when there is none", () => {
    expect(fact("deposit")).toBe("None");
    expect(fact("deposit", { depositAmount: "150.00" })).toBe("$150, refundable");
    expect(fact("cleaning", { cleaningFee: "12.50" })).toBe("$12.50 per rental");
    expect(fact("late")).toBeUndefined();
    expect(fact("late", { lateReturnFee: "20.00" })).toBe("$20 per day late");
    expect(fact("setup")).toBeUndefined();
    expect(fact("setup", { setupFlatFeeCents: 2500, setupPerUnitFeeCents: 150 })).toBe(
      "$25 per rental plus $1.50 per unit",
    );
  });

  it("mention instant confirmation when the owner enabled it", () => {
    expect(fact("instant")).toBeUndefined();
    expect(fact("instant", { isInstant: true })).toBe("Booked at once, without waiting for an answer");
  });

  it.each([
    [{}, "Pickup"],
    [{ offerMeetup: true }, "Pickup or meetup"],
    [{ offerPickup: false, offerDelivery: true, deliveryRadius: 5 }, "Delivery within 5 mi (free)"],
    [{ offerMeetup: true, offerDelivery: true, deliveryFee: "12.00" }, "Pickup, meetup, or delivery ($12)"],
    [{ offerPickup: false }, "By agreement"],
  ])("list the handoff options of %o", (changes, handover) => expect(fact("exchange", changes)).toBe(handover));

  it.each([
    [{}, "1 day or more"],
    [{ minRentalDays: 2 }, "2 days or more"],
    [{ maxRentalDays: 14 }, "1 to 14 days"],
    [{ minRentalDays: 3, maxRentalDays: 3 }, "3 days"],
  ])("show the rental length for %o", (changes, days) => expect(fact("days", changes)).toBe(days));

  it.each([
    [{}, "One per booking"],
    [{ quantityTotal: 4, quantityMaxPerBooking: 2 }, "4 in all, 1 to 2 per booking"],
    [{ quantityTotal: 4, quantityMinPerBooking: 4 }, "4 in all, 4 per booking"],
    [{ quantityTotal: 4, allowQuantity: false }, "One per booking"],
  ])("show the quantity for %o", (changes, quantity) => expect(fact("quantity", changes)).toBe(quantity));
});
