import type { ItemDetailView } from "@nexby/contract/listings/items";
import { expect, test } from "vitest";
import { freeSlug, slugOf } from "./commands/edit-categories.ts";
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

test("a listing preview uses the cover photo as the image, if there is one", () => {
  expect(headOf({ images: ["/media/a/full.webp", "/media/b/full.webp"] })).toMatchObject({
    image: { path: "/media/a/share.jpg", width: 1200, height: 630, alt: "Tent" },
  });
  expect(headOf({})).toMatchObject({ title: "Tent", image: null });
});

test.each([
  ["Camping & Outdoor", "camping-and-outdoor"],
  ["  Boats ", "boats"],
  ["Crème brûlée, éclairs", "creme-brulee-eclairs"],
  ["4 x 4", "4-x-4"],
  ["R&B", "r-and-b"],
  ["日本", "category"],
  ["--", "category"],
])("%j has the slug %s", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test("a taken slug gets the next free number", () => {
  expect(freeSlug("Boats", new Set())).toBe("boats");
  expect(freeSlug("Boats", new Set(["boats", "boats-2", "boats-4"]))).toBe("boats-3");
});
