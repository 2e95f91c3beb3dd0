import { describe, expect, it } from "vitest";
import { displayedReviewOf, typeOptions, typeText } from "./copy.ts";

const REVIEW = {
  id: "r1",
  rating: 4,
  comment: "Clean and on time",
  createdAt: "2026-03-01T00:00:00.000Z",
  reviewer: { id: "p1", firstName: "Robin", lastName: "Vale", profileImageUrl: "/media/people/robin.webp" },
};

describe("[REV-02] a displayed review", () => {
  it("a displayed review has only the public fields", () =>
    expect(
      displayedReviewOf({ ...REVIEW, isPublic: true, reviewer: { ...REVIEW.reviewer, email: "robin@nexby.example" } }),
    ).toEqual(REVIEW));

  it.each([undefined, null, 0, 6, "4", Number.NaN])(
    "a displayed review defaults to five stars when its rating is %j",
    (rating) => expect(displayedReviewOf({ ...REVIEW, rating }).rating).toBe(5),
  );

  it.each([1, 2, 3, 4, 5])("a displayed review keeps %i stars", (rating) =>
    expect(displayedReviewOf({ ...REVIEW, rating }).rating).toBe(rating),
  );

  it.each([{}, { reviewer: null }, { reviewer: "Robin" }])(
    "a displayed review has defaults for every missing field: %j",
    (raw) =>
      expect(displayedReviewOf(raw)).toEqual({
        id: "",
        rating: 5,
        comment: "",
        createdAt: null,
        reviewer: { id: "", firstName: "", lastName: "", profileImageUrl: null },
      }),
  );
});

it("[REV-01] a renter's rating is about everything, only the item or only the owner", () => {
  expect(typeOptions("Maya").map(({ value, label }) => [value, label])).toEqual([
    ["general", "Everything"],
    ["item", "Only the item"],
    ["owner", "Only Maya"],
  ]);
  const texts = (["general", "item", "owner"] as const).map((reviewType) =>
    typeText({ reviewType, byRole: "renter" } as Parameters<typeof typeText>[0]),
  );
  expect(texts).toEqual([null, "Rating of the item", "Rating of the owner"]);
});
