import { describe, expect, test } from "vitest";
import { checkHandoff, type HandoffRules, offeredHandoffs } from "./item-terms.ts";

const ALL: HandoffRules = { offerPickup: true, offerMeetup: true, offerDelivery: true, deliveryRadius: 10 };

describe("handoff types", () => {
  test("handoff types are those the owner offers, the default first", () => {
    expect(offeredHandoffs(ALL)).toEqual(["pickup", "meetup", "delivery"]);
    expect(offeredHandoffs({ ...ALL, offerPickup: false, offerDelivery: false })).toEqual(["meetup"]);
  });

  test.each([
    ["pickup", null, "accepted"],
    ["meetup", 500, "accepted"],
    ["delivery", null, "destination_missing"],
    ["delivery", 10, "accepted"],
    ["delivery", 10.1, "too_far_to_deliver"],
  ] as const)("%s at %s miles: %s", (type, miles, expected) => {
    const checked = checkHandoff(ALL, { type, miles });
    expect(checked.ok ? "accepted" : checked.code).toBe(expected);
  });

  test("handoff types reject a type that is not offered first, and accept any distance without a radius", () => {
    const code = checkHandoff({ ...ALL, offerDelivery: false }, { type: "delivery", miles: null });
    expect(code).toEqual({ ok: false, code: "exchange_not_offered" });
    expect(checkHandoff({ ...ALL, deliveryRadius: null }, { type: "delivery", miles: 2500 }).ok).toBe(true);
    expect(checkHandoff({ ...ALL, deliveryRadius: 0 }, { type: "delivery", miles: 0.1 }).ok).toBe(false);
  });
});
