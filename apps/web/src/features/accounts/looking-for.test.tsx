import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, test } from "vitest";
import { parseSearchUrl } from "../../lib/search-url.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { searchedCopy } from "./components/looking-for.tsx";

const CATEGORIES = [
  { id: "01900000-0000-7000-8000-000000000031", name: "Camping & outdoor", slug: "camping-and-outdoor", itemCount: 3 },
];
const open = (returnTo: string, mode = "") =>
  renderApp(`/auth?${mode}returnTo=${encodeURIComponent(returnTo)}`, { "GET /api/categories": CATEGORIES });
const searched = async () => within(await screen.findByRole("region", { name: "Your search" }));

test.each([
  ["", null, "You were looking for items to rent."],
  ["search=tent", null, "You were looking for “tent”."],
  ["category=yard-games", "Yard games", "You were looking for items to rent in Yard games."],
  ["category=yard-games", null, "You were looking for items to rent in yard games."],
  [
    "search=tent&latitude=40.7&longitude=-74.2&place=Maplewood%2C+NJ",
    null,
    "You were looking for “tent” near Maplewood, NJ.",
  ],
  ["search=tent&latitude=40.7&longitude=-74.2", null, "You were looking for “tent” near you."],
  ["search=tent&place=Maplewood", null, "You were looking for “tent”."],
])("the sign-in page names what %s searches for", (query, category, text) => {
  expect(searchedCopy(parseSearchUrl(query), category)).toBe(text);
});

test("the sign-in page names the dates of a search", () => {
  const search = parseSearchUrl("search=tent&startDate=2026-11-20&endDate=2026-11-22");
  expect(searchedCopy(search, null)).toMatch(/^You were looking for “tent” for Nov 20\s–\s22\.$/);
});

describe("a visitor who was sent to sign in", () => {
  it.each([[""], ["mode=signup&"], ["mode=signin&"]])(
    "a visitor who was sent to sign in sees their search in mode %j and opens exactly it without an account",
    async (mode) => {
      const path = "/browse?category=camping-and-outdoor&search=tent%20%26%20more&minPrice=5.00";
      const { user } = open(path, mode);
      const section = await searched();
      expect(await section.findByText("You were looking for “tent & more” in Camping & outdoor.")).toBeVisible();
      await user.click(section.getByRole("link", { name: "Browse without an account" }));
      await waitFor(() => expect(location.pathname + location.search).toBe(path));
    },
  );

  it.each([
    ["/create-listing"],
    ["/my-bookings"],
    ["https://evil.example/browse"],
    ["//evil.example/browse"],
    ["/\\evil.example/browse"],
    ["javascript:alert(1)"],
    ["/browse//evil.example"],
  ])("a visitor who was sent to sign in sees no search for %s", async (returnTo) => {
    open(returnTo);
    expect(await screen.findByRole("heading", { name: "Welcome to Nexby" })).toBeVisible();
    expect(screen.queryByRole("region", { name: "Your search" })).toBeNull();
    for (const link of screen.getAllByRole("link")) expect(link.getAttribute("href")).not.toMatch(/evil|javascript/);
  });
});
