import { listCategories } from "@nexby/contract/listings/categories";
import { describe, expect, test } from "vitest";
import { call } from "../../../testing/call.ts";
import { useListedItems } from "../../../testing/listings/listed-items.ts";

const CATEGORIES = [
  "Camping & Outdoor",
  "Tools & Equipment",
  "Party Events and Entertaining",
  "Sporting Goods",
  "Lawn and Garden Tools",
  "Electronics",
  "Moving Supplies",
  "Venue Rental",
  "Food Trucks",
  "Kitchen & Appliances",
  "Outdoor Recreation",
  "Yard Games",
  "Catering",
  "Storage",
  "Land Rental",
];

const { origin } = useListedItems();

describe("GET /api/categories", () => {
  test("[CALL-04] returns the 15 categories in order, with id, name, slug, icon and commission rates", async () => {
    const { body } = await call(origin(), listCategories);
    expect(body.map(({ name }) => name)).toEqual(CATEGORIES);
    expect(body[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Camping & Outdoor",
      slug: "camping-and-outdoor",
      icon: "⛺",
      listerCommissionRate: "5.00",
      renterCommissionRate: "0.00",
    });
  });
});
