import type { ItemView } from "@nexby/contract/listings/items";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { TENT } from "../../testing/fixtures.ts";
import { useQuickTime } from "../../testing/quick-time.ts";
import { type Answers, inTurn, refusal, renderApp } from "../../testing/render-app.tsx";

const KITCHEN = {
  id: "01900000-0000-7000-8000-00000000c001",
  name: "Kitchen & Appliances",
  slug: "kitchen-and-appliances",
  icon: null,
  listerCommissionRate: "5.00",
  renterCommissionRate: "5.00",
};

const item = (number: number, title: string) =>
  ({
    id: `01900000-0000-7000-8000-00000000100${number}`,
    title,
    images: [`/media/demo/tent-${number}/full.webp`],
    placeholder: null,
    dailyRate: "25.00",
    location: "Maplewood, NJ",
    latitude: 40.731,
    longitude: -74.274,
    isAvailable: true,
    condition: "used",
    averageRating: null,
    reviewCount: 0,
  }) as unknown as ItemView;

const A_MINUTE = 60_000;
const ITEMS = [item(1, "Dome tent"), item(2, "Camp stove")];

/** List view, because the map is not tested here. */
const open = (query: string, responses: Answers) =>
  renderApp(`/browse?${query}view=list`, { "GET /api/categories": [KITCHEN], "GET /api/items": ITEMS, ...responses });

const titles = () =>
  Array.from(document.querySelectorAll('a[href^="/listings/"] h2'), ({ textContent }) => textContent);

describe("item list", () => {
  it("the item list offers a retry when the items cannot be loaded", async () => {
    const reject = () => refusal(400, "validation_failed", "No");
    const { user } = open("", { "GET /api/items": inTurn(reject, () => Response.json(ITEMS)) });
    expect(await screen.findByRole("heading", { name: "Something went wrong" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Refresh Page" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(titles()).toEqual(["Dome tent", "Camp stove"]));
    expect(screen.queryByText("Something went wrong")).not.toBeInTheDocument();
  });

  it("the item list says that a category is empty and links to all items", async () => {
    const { user } = open("category=kitchen-and-appliances&", {
      "GET /api/items": ({ search }) => (search.has("category") ? [] : ITEMS),
    });
    expect(await screen.findByText("No items in Kitchen & Appliances yet.")).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Clear filters" }));
    await waitFor(() => expect(titles()).toEqual(["Dome tent", "Camp stove"]));
  });

  it("the item list shows a placeholder for a photo that cannot be loaded", async () => {
    const { container } = open("", {});
    await waitFor(() => expect(titles()).toEqual(["Dome tent", "Camp stove"]));
    const photo = await waitFor(() => {
      const found = container.querySelector('img[src*="tent-1"]');
      expect(found).not.toBeNull();
      return found as HTMLImageElement;
    });
    fireEvent.error(photo);
    expect(await screen.findByRole("img", { name: "Image error" })).toBeVisible();
    expect(titles()).toEqual(["Dome tent", "Camp stove"]);
  });

  it("[CARD-04] the item list shows a placeholder for an item without a photo", async () => {
    open("", { "GET /api/items": [{ ...ITEMS[0], images: [] }] });
    expect(await screen.findByRole("img", { name: "Image error" })).toBeVisible();
    expect(titles()).toEqual(["Dome tent"]);
  });

  it("[CARD-02] the item list reads an item again on hover only after five minutes", async () => {
    const { pass } = useQuickTime();
    const { user, callsTo } = open("", { [`GET /api/items/${ITEMS[0]?.id}`]: TENT });
    const card = await screen.findByRole("link", { name: /Dome tent/ });
    const hover = async () => {
      await user.unhover(card);
      await user.hover(card);
    };
    const reads = () => callsTo(`GET /api/items/${ITEMS[0]?.id}`);
    await hover();
    await waitFor(() => expect(reads()).toHaveLength(1));
    await pass(4.5 * A_MINUTE);
    await hover();
    expect(reads()).toHaveLength(1);
    await pass(A_MINUTE);
    await hover();
    await waitFor(() => expect(reads()).toHaveLength(2));
  });

  it("the item list shows no card for an item without a title", async () => {
    open("", { "GET /api/items": [{ ...ITEMS[0], title: "" }, ITEMS[1]] });
    expect(await screen.findByText("Invalid item data")).toBeVisible();
    expect(titles()).toEqual(["Camp stove"]);
  });

  it("the item list shows a skeleton until the items arrive", async () => {
    let respond = () => {};
    open("", {
      "GET /api/items": () =>
        new Promise((resolve) => {
          respond = () => resolve(ITEMS);
        }),
    });
    expect(await screen.findByText("Loading items")).toBeInTheDocument();
    expect(titles()).toEqual([]);
    respond();
    await waitFor(() => expect(titles()).toEqual(["Dome tent", "Camp stove"]));
    expect(screen.queryByText("Loading items")).not.toBeInTheDocument();
  });
});
