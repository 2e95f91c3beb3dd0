import { describe, expect, test } from "vitest";
import { checkExchange, type ExchangeRules, offeredExchanges } from "./item-terms.ts";

const ALL: ExchangeRules = { offerPickup: true, offerMeetup: true, offerDelivery: true, deliveryRadius: 10 };

describe("ways to hand an item over", () => {
  test("are those the owner offers, the usual first", () => {
    expect(offeredExchanges(ALL)).toEqual(["pickup", "meetup", "delivery"]);
    expect(offeredExchanges({ ...ALL, offerPickup: false, offerDelivery: false })).toEqual(["meetup"]);
  });

  test.each([
    ["pickup", null, "accepted"],
    ["meetup", 500, "accepted"],
    ["delivery", null, "destination_missing"],
    ["delivery", 10, "accepted"],
    ["delivery", 10.1, "too_far_to_deliver"],
  ] as const)("%s at %s miles: %s", (type, miles, expected) => {
    const checked = checkExchange(ALL, { type, miles });
    expect(checked.ok ? "accepted" : checked.code).toBe(expected);
  });

  test("what is not offered is refused first; without a radius every distance is near", () => {
    const code = checkExchange({ ...ALL, offerDelivery: false }, { type: "delivery", miles: null });
    expect(code).toEqual({ ok: false, code: "exchange_not_offered" });
    expect(checkExchange({ ...ALL, deliveryRadius: null }, { type: "delivery", miles: 2500 }).ok).toBe(true);
    expect(checkExchange({ ...ALL, deliveryRadius: 0 }, { type: "delivery", miles: 0.1 }).ok).toBe(false);
  });
});
