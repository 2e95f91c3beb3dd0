import type { SavedSearchView } from "@nexby/contract/discovery/saved-searches";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { TENT } from "../../testing/fixtures.ts";
import { PERSON, refusal, renderApp } from "../../testing/render-app.tsx";

const FAVORITE = `/api/favorites/${TENT.id}`;

describe("a favorite", () => {
  it("[FAV-01] a favorite is not shown as saved when the server rejects it, and the reason is shown", async () => {
    const { user, callsTo } = renderApp(
      `/listings/${TENT.id}`,
      {
        [`GET /api/items/${TENT.id}`]: TENT,
        [`PUT ${FAVORITE}`]: refusal(
          409,
          "too_many_favorites",
          "You can save at most 1,000 favorites. Remove one first.",
        ),
      },
      { user: {} },
    );
    const heart = await screen.findByRole("button", { name: "Save Dome tent" });
    // Until the session has loaded, a favorite would be stored in the browser.
    await screen.findByRole("button", { name: "Your account" });
    await user.click(heart);
    expect(await screen.findByText("You can save at most 1,000 favorites. Remove one first.")).toBeVisible();
    expect(callsTo(`PUT ${FAVORITE}`)).toHaveLength(1);
    await waitFor(() => expect(heart).toHaveAttribute("aria-pressed", "false"));
  });

  it("[FAV-01] a favorite stays in the list while its owner has paused it, marked as unavailable", async () => {
    renderApp(
      "/saved",
      { "GET /api/favorites": [{ ...TENT, isAvailable: false }], "GET /api/favorites/ids": [TENT.id] },
      { user: {} },
    );
    const list = within(await screen.findByRole("list", { name: "Favorites" }));
    expect(list.getByRole("heading", { name: "Dome tent" })).toBeVisible();
    expect(list.getByText("Not available right now")).toBeVisible();
  });

  it("[FAV-01] a favorite returns to the list when its removal is undone", async () => {
    const ids = [TENT.id];
    const { user, callsTo } = renderApp(
      "/saved",
      {
        "GET /api/favorites": [TENT],
        "GET /api/favorites/ids": () => ids,
        [`DELETE ${FAVORITE}`]: () => {
          ids.length = 0;
          return { success: true };
        },
        [`PUT ${FAVORITE}`]: () => {
          ids.push(TENT.id);
          return { success: true };
        },
      },
      { user: {} },
    );
    await user.click(await screen.findByRole("button", { name: "Save Dome tent" }));
    expect(await screen.findByRole("heading", { name: "No favorites yet" })).toBeVisible();
    const undo = await screen.findByRole("button", { name: "Undo" });
    await waitFor(() => expect(undo.closest("[role=region]")).not.toHaveStyle({ pointerEvents: "none" }));
    await user.click(undo);
    expect(await screen.findByRole("list", { name: "Favorites" })).toHaveTextContent("Dome tent");
    await waitFor(() => expect(callsTo(`PUT ${FAVORITE}`)).toHaveLength(1));
  });
});

describe("a saved search", () => {
  const SEARCH: SavedSearchView = {
    id: "01900000-0000-7000-8000-000000003001",
    name: "Tents",
    query: "tent",
    category: null,
    location: null,
    latitude: null,
    longitude: null,
    radius: 25,
    minPrice: "0.00",
    maxPrice: "50.00",
    condition: [],
    exchange: [],
    rating: null,
    startDate: null,
    endDate: null,
    quantity: null,
    hasAlerts: true,
    createdAt: "2026-01-01T00:00:00.000Z",
  };

  it("[FAV-01] a saved search needs a name", async () => {
    const { user, fill, callsTo } = renderApp(
      "/saved?tab=searches",
      { "GET /api/saved-searches": [SEARCH] },
      { user: {} },
    );
    await user.click(await screen.findByRole("button", { name: "Rename Tents" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    const name = dialog.getByRole("textbox", { name: "Name" });
    await fill(name, " ");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(name).toHaveAccessibleDescription(/^Name is required/));
    expect(callsTo(`PATCH /api/saved-searches/${SEARCH.id}`)).toEqual([]);
  });

  it("[FAV-01] a saved search is named in a dialog, even if the button was pressed before the session was known", async () => {
    let signIn: (person: object) => void = () => expect.unreachable();
    const session = new Promise<object>((resolve) => {
      signIn = resolve;
    });
    const { user } = renderApp("/browse?search=tent", { "GET /api/auth/user": () => session });
    await user.click(await screen.findByRole("button", { name: "Save search" }));
    signIn(PERSON);
    expect(await screen.findByRole("textbox", { name: "Name" })).toHaveValue("Tent");
    expect(location.pathname).toBe("/browse");
  });

  it("[FAV-01] a saved search links to its results", async () => {
    const { user } = renderApp("/saved?tab=searches", { "GET /api/saved-searches": [SEARCH] }, { user: {} });
    await user.click(await screen.findByRole("link", { name: "Show results of Tents" }));
    expect(location.pathname + location.search).toBe("/browse?search=tent&maxPrice=50");
  });

  it("[FAV-01] a saved search is saved with the name and the alerts that were chosen", async () => {
    const call = "POST /api/saved-searches";
    const { user, fill, callsTo } = renderApp("/browse?search=tent&maxPrice=50", { [call]: SEARCH }, { user: {} });
    await screen.findByRole("button", { name: "Your account" });
    await user.click(await screen.findByRole("button", { name: "Save search" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Save this search" }));
    await fill(dialog.getByRole("textbox", { name: "Name" }), "Tents for June");
    await user.click(dialog.getByRole("checkbox", { name: /^Alert me/ }));
    await user.click(dialog.getByRole("button", { name: "Save search" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(callsTo(call).map(({ body }) => body)).toMatchObject([
      { name: "Tents for June", hasAlerts: false, query: "tent", maxPrice: 50 },
    ]);
  });

  it("[FAV-01] a saved search is renamed", async () => {
    const call = `PATCH /api/saved-searches/${SEARCH.id}`;
    const { user, fill, callsTo } = renderApp(
      "/saved?tab=searches",
      { "GET /api/saved-searches": [SEARCH], [call]: { ...SEARCH, name: "Family tents", hasAlerts: false } },
      { user: {} },
    );
    await user.click(await screen.findByRole("button", { name: "Rename Tents" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await fill(dialog.getByRole("textbox", { name: "Name" }), "Family tents");
    await user.click(dialog.getByRole("checkbox", { name: /^Alert me/ }));
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await screen.findByRole("button", { name: "Rename Family tents" })).toBeVisible();
    expect(callsTo(call).map(({ body }) => body)).toEqual([{ name: "Family tents", hasAlerts: false }]);
  });
});
