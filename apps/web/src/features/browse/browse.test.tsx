import type { SearchFacets } from "@nexby/contract/discovery/search";
import type { FoundItemView } from "@nexby/contract/listings/items";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { CATEGORIES, TENT } from "../../testing/fixtures.ts";
import { type Answers, renderApp } from "../../testing/render-app.tsx";

const FACETS: SearchFacets = {
  total: 3,
  isMore: false,
  isPartial: false,
  categories: [],
  conditions: [{ condition: "used", count: 2 }],
  exchanges: [{ exchange: "pickup", count: 3 }],
  ratings: [{ atLeast: 4, count: 1 }],
  prices: [
    { fromCents: 0, toCents: 1000, count: 1 },
    { fromCents: 1000, toCents: 2500, count: 1 },
    { fromCents: 2500, toCents: null, count: 1 },
  ],
};
const MAPLEWOOD = {
  label: "Maplewood, NJ 07040",
  city: "Maplewood",
  county: "Essex",
  state: "NJ",
  zipCode: "07040",
  latitude: 40.731,
  longitude: -74.274,
};

const item = (title: string, number: number, facts: Partial<FoundItemView> = {}): FoundItemView => ({
  ...TENT,
  id: TENT.id.replace(/.$/, `${number}`),
  title,
  repliesFast: false,
  trip: null,
  ...facts,
});

const here = () => location.pathname + location.search;
const heading = () => screen.findByRole("heading", { level: 1 });
const filters = () => screen.findByRole("dialog", { name: "Filters" });
const chips = () =>
  within(screen.getByRole("list", { name: "Active filters" }))
    .getAllByRole("link")
    .map(({ textContent }) => textContent?.replace("Remove filter: ", ""));

/** List view, because the map has nothing to show here. */
const open = (query: string, responses: Answers = {}) =>
  renderApp(`/browse?${query}${query ? "&" : ""}view=list`, {
    "GET /api/categories": CATEGORIES,
    "GET /api/items": [item("Ring toss", 1), item("Giant chess", 2)],
    "GET /api/search/facets": FACETS,
    "GET /api/places": [MAPLEWOOD],
    ...responses,
  });

describe("browse filters", () => {
  it("browse filters show a count for each choice and change nothing until applied", async () => {
    const query = "category=yard-games&minPrice=10&maxPrice=35.50&condition=used&rating=4";
    const { user, fill, callsTo } = open("category=yard-games", {
      "GET /api/search/facets": ({ search }) => ({ ...FACETS, total: search.has("rating") ? 1 : 3 }),
    });
    const openers = await within(await screen.findByRole("main")).findAllByRole("button", { name: "Filters" });
    await user.click(openers[0] as HTMLElement);
    const sheet = within(await filters());
    await user.click(await sheet.findByRole("checkbox", { name: /^Used\W+results: 2$/ }));
    const lowest = sheet.getByRole("slider", { name: "Minimum price" });
    fireEvent.change(lowest, { target: { value: "1" } });
    expect(lowest).toHaveAttribute("aria-valuetext", "$10");
    expect(sheet.getByRole("textbox", { name: "Minimum" })).toHaveValue("$10");
    await fill(sheet.getByRole("textbox", { name: "Maximum" }), "35.50");
    await user.click(sheet.getByRole("radio", { name: /^4 and up/ }));
    const apply = await sheet.findByRole("button", { name: "Show 1 item" });
    expect(here()).toBe("/browse?category=yard-games&view=list");
    await user.click(apply);
    expect(here()).toBe(`/browse?${query}&view=list`);
    await waitFor(() => expect(chips()).toEqual(["Yard Games", "$10 – $35.50", "Used", "4 stars and up", "Clear all"]));
    await waitFor(() => expect(callsTo("GET /api/items").at(-1)?.search.toString()).toBe(query));
  });

  it("browse filters can be removed one by one or all at once, keeping the sort order", async () => {
    const { user } = open("category=yard-games&maxPrice=35.50&rating=4");
    await user.click(await screen.findByRole("link", { name: "Remove filter: Up to $35.50" }));
    expect(here()).toBe("/browse?category=yard-games&rating=4&view=list");
    await user.selectOptions(screen.getByLabelText("Sort by"), "Lowest price");
    expect(here()).toBe("/browse?category=yard-games&rating=4&sort=price&view=list");
    await user.click(screen.getByRole("link", { name: "Clear all" }));
    expect(here()).toBe("/browse?sort=price&view=list");
    await waitFor(async () => expect(await heading()).toHaveTextContent(/^3 items$/));
  });

  it("browse filters ask for a place when sorting by distance", async () => {
    const { user } = open("search=tent");
    await user.selectOptions(await screen.findByLabelText("Sort by"), "Nearest");
    const where = within(await filters()).getByLabelText("Where");
    await waitFor(() => expect(where).toHaveFocus());
    await user.paste("07040");
    await user.click(await within(await filters()).findByRole("option", { name: /07040/ }));
    await user.click(within(await filters()).getByRole("button", { name: /^Show/ }));
    expect(location.search).toContain("sort=distance&place=Maplewood%2C+NJ+07040");
    expect(screen.getByLabelText("Sort by")).toHaveValue("distance");
  });
});

/** Where the header's search asks; small screens have the same below. */
const opener = async (name: string | RegExp) => {
  const header = within(await screen.findByRole("banner"));
  return header.findByRole("button", { name });
};

/** The one with content; a closed popover is empty. */
const popover = async (name: string) => {
  const panel = (await screen.findByRole("button", { name: "Done" })).closest<HTMLElement>("[popover]");
  expect(panel).toHaveAccessibleName(name);
  return within(panel ?? document.body);
};

describe("search on the results page", () => {
  it("the search on the results page asks where in a popover of its own, searches at once, and keeps the words and dates", async () => {
    const { user } = open("search=tent&startDate=2031-06-02&endDate=2031-06-04");
    await user.click(await opener("Where Anywhere"));
    const panel = await popover("Where");
    await waitFor(() => expect(panel.getByLabelText("Where")).toHaveFocus());
    await user.paste("07040");
    await user.click(await panel.findByRole("option", { name: /07040/ }));
    await user.click(await panel.findByRole("radio", { name: "5 mi" }));
    expect(here()).toContain("search=tent&latitude=40.731&longitude=-74.274&radius=5&startDate=2031-06-02");
    expect(await opener("Where Maplewood · 5 mi")).toBeVisible();
    expect(screen.queryByRole("dialog", { name: "Filters" })).not.toBeInTheDocument();
    await user.click(panel.getByRole("button", { name: "Search anywhere" }));
    expect(await opener("Where Anywhere")).toBeVisible();
    expect(here()).not.toContain("latitude");
  });

  it("after “Search anywhere”, the cards still show how far away their items are from the place chosen before", async () => {
    const { user } = open("");
    const card = (title: string) => screen.findByRole("link", { name: new RegExp(title) });
    expect(await card("Ring toss")).not.toHaveTextContent("away");
    await user.click(await opener("Where Anywhere"));
    const panel = await popover("Where");
    await waitFor(() => expect(panel.getByLabelText("Where")).toHaveFocus());
    await user.paste("07040");
    await user.click(await panel.findByRole("option", { name: /07040/ }));
    await waitFor(async () => expect(await card("Ring toss")).toHaveTextContent("mi away"));
    await user.click(panel.getByRole("button", { name: "Search anywhere" }));
    expect(await opener("Where Anywhere")).toBeVisible();
    for (const title of ["Ring toss", "Giant chess"]) expect(await card(title)).toHaveTextContent("mi away");
  });

  it("the search on the results page asks when in a popover of its own, and clears the dates", async () => {
    const { user } = open("startDate=2031-06-02&endDate=2031-06-04");
    await user.click(await opener(/^When Jun 2/));
    const panel = await popover("When");
    await user.click(await panel.findByRole("button", { name: "Clear dates" }));
    expect(here()).toBe("/browse?view=list");
    expect(await opener("When Any dates")).toBeVisible();
  });
});

describe("browse results", () => {
  it("browse results show the server's total of a trip, and what is true of the item and its owner", async () => {
    const trip = { days: 3, quantity: 1, total: "64.52" };
    open("startDate=2031-06-02&endDate=2031-06-04", {
      "GET /api/items": [
        item("Ring toss", 1, { trip, isInstant: true, repliesFast: true }),
        item("Giant chess", 2, { isAvailable: false, isInstant: true }),
      ],
    });
    const first = within(await screen.findByRole("link", { name: /Ring toss/ }));
    expect(first.getByText(/· \$64\.52 total$/)).toBeVisible();
    expect(first.getByText("Instant book")).toBeVisible();
    expect(first.getByText("Fast reply")).toBeVisible();
    const second = within(screen.getByRole("link", { name: /Giant chess/ }));
    expect(second.getByText("Unavailable")).toBeVisible();
    expect(second.queryByText(/Instant book|Fast reply|total/)).not.toBeInTheDocument();
  });

  it.each([CATEGORIES[1]?.slug ?? "", CATEGORIES[1]?.name ?? "", CATEGORIES[1]?.id ?? ""])(
    "[ROUTE-10] browse results show the category given as %s",
    async (value) => {
      const { callsTo } = open(`category=${encodeURIComponent(value)}`);
      await waitFor(async () => expect(await heading()).toHaveTextContent("3 items in Yard Games"));
      expect(screen.getByRole("link", { name: "Yard games" })).toHaveAttribute("aria-current", "true");
      expect(callsTo("GET /api/items")[0]?.search.get("category")).toBe(value);
    },
  );

  it("browse results ignore invalid query parameters", async () => {
    const nonsense = "radius=x&bounds=9,8,7,6&minPrice=-1&condition=mint&startDate=2026-02-31&rating=77&__proto__=x";
    const { callsTo } = open(`${nonsense}&latitude=99&longitude=1e9&quantity=0&%FF=%&category=yard-games`);
    await waitFor(async () => expect(await heading()).toHaveTextContent("3 items in Yard Games"));
    expect(chips()).toEqual(["Yard Games", "Clear all"]);
    expect(callsTo("GET /api/items")[0]?.search.toString()).toBe("category=yard-games");
  });

  it("browse results load the next page and move focus to its first item", async () => {
    const next = { link: '</api/items?cursor=2>; rel="next"' };
    const { user } = open("", {
      "GET /api/items": ({ search }) =>
        search.has("cursor") ? [item("Giant chess", 2)] : Response.json([item("Ring toss", 1)], { headers: next }),
    });
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    expect(await screen.findByRole("link", { name: /Giant chess/ })).toHaveFocus();
  });

  it("browse results suggest close matches when nothing fits", async () => {
    const { user } = open("search=kayak&maxPrice=1", {
      "GET /api/search/facets": { ...FACETS, total: 0 },
      "GET /api/items": ({ search }) => (search.has("maxPrice") ? [] : [item("Sit-in kayak", 1)]),
    });
    expect(await screen.findByRole("heading", { name: "No items for “kayak” at this price." })).toBeVisible();
    expect(screen.getByText("These cost more or less.")).toBeVisible();
    expect(screen.getByRole("heading", { level: 3, name: "Sit-in kayak" })).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Show all of these" }));
    expect(here()).toBe("/browse?search=kayak&view=list");
    expect(await screen.findByRole("heading", { level: 2, name: "Sit-in kayak" })).toBeVisible();
  });

  it("browse results say when nothing is found, and link to all items", async () => {
    const { user } = open("search=zeppelin", {
      "GET /api/items": ({ search }) => (search.has("search") ? [] : [item("Ring toss", 1)]),
    });
    expect(await screen.findByRole("heading", { name: "No items for “zeppelin”." })).toBeVisible();
    expect(screen.getByText("You might like these instead.")).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Clear filters" }));
    expect(here()).toBe("/browse?view=list");
  });
});
