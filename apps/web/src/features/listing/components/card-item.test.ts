import { describe, expect, it } from "vitest";
import { cardItemOf, INVALID_ITEM, itemTitle } from "./item-card.tsx";

const TENT = {
  id: "7",
  title: "Tent",
  description: "For six",
  images: ["/photos/1", "/photos/2"],
  dailyRate: "18.00",
  location: "Maplewood, NJ",
  isAvailable: false,
  condition: "like_new",
  latitude: 40.7,
  longitude: -74.2,
  averageRating: 4.5,
  reviewCount: 3,
};

describe("[CARD-03] an item on a card", () => {
  it("is shown as it is", () => expect(cardItemOf({ ...TENT, ownerId: "1" })).toEqual(TENT));

  it.each([
    null,
    undefined,
    "tent",
    {},
    { id: "7" },
    { title: "Tent" },
    { id: "", title: "Tent" },
    { id: "7", title: "" },
    { id: "7", title: "  " },
    { id: null, title: "Tent" },
  ])("is none without id and title: %o", (raw) => expect(cardItemOf(raw)).toBeNull());

  it("says so then", () => expect(INVALID_ITEM).toBe("Invalid item data"));

  it("is available and used unless it says otherwise", () => {
    const plain = cardItemOf({ id: "7", title: "Tent" });
    expect(plain).toMatchObject({ isAvailable: true, condition: "used" });
    expect(plain).toMatchObject({ images: [], dailyRate: null, averageRating: null, reviewCount: 0 });
    expect(cardItemOf({ ...TENT, condition: "shiny", isAvailable: null })).toMatchObject({
      isAvailable: true,
      condition: "used",
    });
  });

  it.each([
    [18, "18.00"],
    ["18", "18.00"],
    ["18.50", "18.50"],
    [0, "0.00"],
    ["free", null],
    [null, null],
    [Number.NaN, null],
  ])("has a rate, given as %j", (dailyRate, shown) =>
    expect(cardItemOf({ ...TENT, dailyRate })?.dailyRate).toBe(shown),
  );

  it.each([
    [{ title: "Tent" }, "Tent"],
    [{ title: " " }, "Untitled Item"],
    [{ title: null }, "Untitled Item"],
    [{}, "Untitled Item"],
  ])("is named elsewhere, with %o, %s", (item, title) => expect(itemTitle(item)).toBe(title));
});
