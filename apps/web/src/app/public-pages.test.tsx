import type { PublicProfileView } from "@nexby/contract/accounts/profile";
import type { ProhibitedItemView } from "@nexby/contract/content/policies";
import type { ItemView } from "@nexby/contract/listings/items";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { CATEGORIES, TENT } from "../testing/fixtures.ts";
import { renderApp } from "../testing/render-app.tsx";

const MAYA: PublicProfileView = {
  id: TENT.ownerId,
  firstName: "Maya",
  lastName: "Rivera",
  profileImageUrl: null,
  city: "Maplewood",
  state: "NJ",
  memberSince: "2025-03-14T12:00:00.000Z",
  isEmailVerified: true,
  isPhoneVerified: false,
  averageRating: null,
  reviewCount: 0,
  itemCount: 1,
  asRenter: { averageRating: null, reviewCount: 0 },
  record: { agreedCount: 0, canceledCount: 0 },
};
const KAYAK: ItemView = { ...TENT, id: "01900000-0000-7000-8000-000000001002", title: "Sea kayak" };

const PROHIBITED: ProhibitedItemView[] = [
  ["Weapons", "Firearms", "Also replicas."],
  ["Weapons", "Fireworks", ""],
  ["Animals", "Pets", "Or any other animal."],
].map(([category = "", item = "", description = ""], index) => ({
  id: `01900000-0000-7000-8000-00000000900${index}`,
  category,
  item,
  description,
}));

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const here = () => location.pathname + location.search;

describe("landing page", () => {
  const region = async (name: string) => within(await screen.findByRole("region", { name }));

  it("[LAND-03] landing page shows the first six categories and a link to all in Browse by Category", async () => {
    const categories = Array.from({ length: 7 }, (_, index) => ({
      ...CATEGORIES[0],
      id: `01900000-0000-7000-8000-00000000c10${index}`,
      name: `Category ${index + 1}`,
    }));
    renderApp("/", { "GET /api/categories": categories });
    const section = await region("Browse by Category");
    await section.findByText("Category 1");
    expect(section.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(
      categories.slice(0, 6).map(({ name }) => name),
    );
    expect(section.getByRole("link", { name: "View All" })).toBeVisible();
  });

  it("[LAND-04] landing page shows the first three items and a link to all in Featured Listings", async () => {
    const items = Array.from({ length: 4 }, (_, index) => ({
      ...TENT,
      id: `01900000-0000-7000-8000-00000000110${index}`,
      title: `Tent ${index + 1}`,
    }));
    renderApp("/", { "GET /api/items": items });
    const section = await region("Featured Listings");
    await section.findByText("Tent 1");
    expect(section.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      "Tent 1",
      "Tent 2",
      "Tent 3",
    ]);
    expect(section.getByRole("link", { name: "View All" })).toBeVisible();
  });

  it("[LAND-06] landing page explains renting in three steps at #how-it-works and links to the instructions", async () => {
    const { user } = renderApp("/");
    const title = await screen.findByRole("heading", { level: 2, name: "How It Works" });
    const section = title.closest<HTMLElement>("section#how-it-works");
    if (!section) throw new Error("The section has no anchor");
    const steps = within(section).getAllByRole("heading", { level: 3 });
    expect(steps.map(({ textContent }) => textContent)).toEqual(["Browse & Search", "Book & Pay", "Enjoy & Return"]);
    await user.click(within(section).getByRole("link", { name: "View Detailed Instructions" }));
    await waitFor(() => expect(here()).toBe("/how-it-works"));
    expect(await heading("How it works")).toBeVisible();
  });
});

describe("footer", () => {
  it.each([
    ["Quick Links", ["Browse Items", "List an Item", "How It Works", "About Us"]],
    ["Support", ["Help Center", "Safety Guidelines", "Insurance Info", "Community Guidelines"]],
    ["Legal", ["Terms of Service", "Privacy Policy", "Cookie Policy", "Prohibited Items"]],
  ])("[FOOT-01] the footer lists its entries under %s", (title, entries) => {
    renderApp("/credits");
    const column = within(screen.getByRole("contentinfo")).getByRole("navigation", { name: title });
    expect(within(column).getByRole("heading", { name: title })).toBeVisible();
    const listed = within(column).getAllByRole("listitem");
    expect(listed.map(({ textContent }) => textContent)).toEqual(entries);
  });
});

describe("public profile", () => {
  it("[ROUTE-01] the public profile is linked from a listing and shows the owner's items", async () => {
    const { user, callsTo } = renderApp(`/listings/${TENT.id}`, {
      [`GET /api/items/${TENT.id}`]: TENT,
      [`GET /api/users/${MAYA.id}`]: MAYA,
      "GET /api/items": ({ search }) => (search.get("owner") === MAYA.id ? [TENT, KAYAK] : []),
    });
    await user.click(await screen.findByRole("link", { name: "Shared by Maya R." }));
    await heading("Maya Rivera");
    expect(here()).toBe(`/users/${MAYA.id}`);
    await waitFor(() => expect(document.title).toBe("Maya Rivera · Nexby"));
    expect(screen.getByText("Maplewood, NJ")).toBeVisible();
    expect(screen.getByText("Member since March 2025")).toBeVisible();
    const verified = within(screen.getByRole("list", { name: "Verified" })).getAllByRole("listitem");
    expect(verified.map(({ textContent }) => textContent)).toEqual(["Email verified", "Phone not verified"]);
    const titles = await screen.findAllByRole("heading", { level: 3 });
    expect(titles.map(({ textContent }) => textContent)).toEqual(["Dome tent", "Sea kayak"]);
    expect(callsTo("GET /api/items").at(-1)?.search.get("owner")).toBe(MAYA.id);
  });

  it("the public profile shows an empty state when the owner has no items", async () => {
    renderApp(`/users/${MAYA.id}`, { [`GET /api/users/${MAYA.id}`]: { ...MAYA, itemCount: 0 } });
    expect(await screen.findByText("Maya isn’t sharing anything right now.")).toBeVisible();
  });
});

describe("policies", () => {
  it.each([
    ["terms", "Terms and Conditions"],
    ["privacy-policy", "Privacy Policy"],
    ["cookie-policy", "Cookie Policy"],
  ])("[ROUTE-01] /%s shows the active version in linked sections", async (kind, name) => {
    const content = "Please read this.\n\n1. First things\nBe kind.\n\n2. Last things\nBe on time.";
    renderApp(`/${kind}`, {
      [`GET /api/${kind}/active`]: { version: 7, content, createdAt: "2026-02-03T12:00:00.000Z" },
    });
    await heading(name);
    expect(await screen.findByText("Version 7, Feb 3, 2026")).toBeVisible();
    const text = screen.getByRole("article");
    const titles = within(text).getAllByRole("heading", { level: 2 });
    expect(titles.map(({ textContent }) => textContent)).toEqual(["1. First things", "2. Last things"]);
    expect(within(text).getByText("Please read this.")).toBeVisible();
    const links = within(screen.getByRole("navigation", { name: "Contents" })).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(titles.map(({ id }) => `#${id}`));
  });

  it("[ROUTE-01] the policy page groups prohibited items by category and makes them searchable", async () => {
    const { user, fill } = renderApp("/prohibited-items", { "GET /api/prohibited-items": PROHIBITED });
    const main = within(screen.getByRole("main"));
    expect(await main.findByText("3 kinds of items")).toBeVisible();
    const groups = () => main.queryAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(groups()).toEqual(["Weapons", "Animals"]);
    const field = main.getByRole("searchbox", { name: "Search prohibited items" });
    await fill(field, "FIREworks");
    await main.findByText("1 of 3");
    expect(groups()).toEqual(["Weapons"]);
    expect(main.getAllByRole("listitem")).toHaveLength(1);
    await fill(field, "teapot");
    expect(await main.findByText(/Nothing on the list matches\./)).toBeVisible();
    await user.click(main.getByRole("button", { name: "Clear search" }));
    await waitFor(() => expect(main.getAllByRole("listitem")).toHaveLength(3));
  });
});

describe("other pages", () => {
  it("the credits page names the authors of pictures, typefaces and icons", async () => {
    const { user } = renderApp("/terms");
    await user.click(within(screen.getByRole("contentinfo")).getByRole("link", { name: "Credits" }));
    await waitFor(async () => expect(await heading("Credits")).toHaveFocus());
    await waitFor(() => expect(document.title).toBe("Credits · Nexby"));
    const main = screen.getByRole("main");
    for (const name of ["campingTent", "Andrew Kator & Jennifer Legaz", "Figtree", "Lucide", "Microsoft Corporation"]) {
      expect(main).toHaveTextContent(name);
    }
    expect(within(main).getByRole("link", { name: "CC BY 3.0 US" })).toHaveAttribute(
      "href",
      expect.stringContaining("creativecommons.org"),
    );
  });

  it.each(["/brows", "/listings", "/users", "/admin/no", "/Home/x"])("[ROUTE-02] %s is not found", async (path) => {
    renderApp(path, { "GET /api/categories": CATEGORIES });
    await heading("Page not found");
    await waitFor(() => expect(document.title).toBe("Page not found · Nexby"));
    const chips = await within(await screen.findByRole("navigation", { name: "Popular categories" })).findAllByRole(
      "link",
    );
    expect(chips[0]).toHaveAttribute("href", `/browse?category=${CATEGORIES[0]?.slug}`);
  });

  it.each([
    ["/users/", "Profile not found"],
    ["/listings/", "Listing not found"],
  ])("%s with an unknown id is not found", async (path, title) => {
    renderApp(`${path}01900000-0000-7000-8000-000000000000`);
    await heading(title);
    await waitFor(() => expect(document.title).toBe(`${title} · Nexby`));
  });
});
