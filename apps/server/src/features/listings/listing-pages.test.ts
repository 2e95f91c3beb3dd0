import type { ItemDetailView } from "@nexby/contract/listings/items";
import { expect, test } from "vitest";
import { listingMeta } from "./listing-pages.ts";

const headOf = (item: Partial<ItemDetailView>) =>
  listingMeta(
    { title: "Tent", description: "", images: [], location: "Maplewood, NJ", ...item } as ItemDetailView,
    "https://nexby.example",
  );

test.each([
  ["Sleeps four. Bring your own pegs.", "Sleeps four."],
  ["Only 2.5 kg! Light.", "Only 2.5 kg!"],
  ["  Two\nlines. And more.", "Two\nlines."],
  ["No end in sight", "No end in sight"],
  ["", "For rent in Maplewood, NJ."],
  ["   ", "For rent in Maplewood, NJ."],
])("a listing with the text %j has the meta description %j", (description, expected) => {
  expect(headOf({ description }).description).toBe(expected);
});

test("uses the cover photo as the image, if there is one", () => {
  expect(headOf({ images: ["/media/a/full.webp", "/media/b/full.webp"] })).toMatchObject({
    image: { path: "/media/a/share.jpg", width: 1200, height: 630, alt: "Tent" },
  });
  expect(headOf({})).toMatchObject({ title: "Tent", image: null });
});
