import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type Answers, refusal, renderApp } from "../../testing/render-app.tsx";

const FULL_PAGE = 24;
const TITLES = ["Tent", "Tension lamp", "Telescope"];

const itemOf = (title: string, index: number) => ({ id: `item-${index}`, title, description: "", images: [] });
/** A full page of loaded items, so the server may have more. */
const LOADED = Array.from({ length: FULL_PAGE }, (_, index) => itemOf(TITLES[index] ?? `Ladder ${index}`, index));

const here = () => location.pathname + location.search;
const optionsOf = (name: string) => {
  const list = screen.queryByRole("listbox", { name });
  return list ? within(list).getAllByRole("option") : [];
};
const textsOf = (name: string) => optionsOf(name).map(({ textContent }) => textContent);

async function openBox(responses: Answers = {}, stored: Record<string, string> = {}) {
  const app = renderApp("/credits", { "GET /api/items": LOADED.slice(0, 3), ...responses }, { stored });
  // The header has one search box; small screens have another below it.
  const [field] = await screen.findAllByRole("combobox", { name: "What are you looking for?" });
  if (!field) throw new Error("The page has no search box");
  await app.user.click(field);
  return { ...app, field, type: (text: string) => app.fill(field, text) };
}

describe("search box", () => {
  it("[SEARCH-03] the search box moves through the suggestions with the arrow keys, wrapping around, and searches for the selected one", async () => {
    const { user, field, type } = await openBox();
    await type("te");
    await waitFor(() => expect(textsOf("Suggestions").length).toBeGreaterThan(2));
    const texts = textsOf("Suggestions");
    const expectChosen = (place: number) => {
      const chosen = screen.getByRole("option", { selected: true });
      expect(chosen).toHaveTextContent(texts.at(place) ?? "");
      expect(field).toHaveAttribute("aria-activedescendant", chosen.id);
    };
    await user.keyboard("{ArrowDown}");
    expectChosen(0);
    await user.keyboard("{ArrowUp}");
    expectChosen(-1);
    await user.keyboard("{ArrowDown}");
    expectChosen(0);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(here()).toBe(`/browse?search=${encodeURIComponent(texts[0] ?? "")}`));
  });

  it("search box does not search for blank text, and closes when it loses focus", async () => {
    const { user, field, type } = await openBox();
    await type("   ");
    await user.keyboard("{Enter}");
    expect(here()).toBe("/credits");
    await type("te");
    await waitFor(() => expect(field).toHaveAttribute("aria-expanded", "true"));
    await user.click(screen.getByRole("heading", { level: 1 }));
    expect(optionsOf("Suggestions")).toEqual([]);
    expect(field).toHaveAttribute("aria-expanded", "false");
    expect(field).toHaveValue("te");
  });

  it("[SEARCH-02] the search box suggests from the loaded items when the server cannot be reached", async () => {
    const { type } = await openBox({
      "GET /api/items": LOADED,
      "GET /api/search/suggestions": () => refusal(503, "unavailable", "Unavailable"),
    });
    await type("tel");
    await waitFor(() => expect(textsOf("Suggestions")).toEqual(["Telescope"]));
    await type("kayak");
    expect(await screen.findByText("No suggestions found")).toBeVisible();
  });

  it("[SEARCH-02] the search box adds the server's suggestions and drops responses for an earlier text", async () => {
    let respondLate = (_: string[]) => {};
    const late = new Promise<string[]>((resolve) => {
      respondLate = resolve;
    });
    const { type, callsTo } = await openBox({
      "GET /api/items": LOADED,
      "GET /api/search/suggestions": ({ search }) => (search.get("text") === "kay" ? late : ["Kayak trailer"]),
    });
    await type("kay");
    await waitFor(() => expect(callsTo("GET /api/search/suggestions")).toHaveLength(1));
    await type("kayak");
    await waitFor(() => expect(textsOf("Suggestions")).toEqual(["Kayak trailer"]));
    respondLate(["Kayak late"]);
    await type("kayak t");
    await waitFor(() => expect(callsTo("GET /api/search/suggestions")).toHaveLength(3));
    await waitFor(() => expect(textsOf("Suggestions")).toEqual(["Kayak trailer"]));
  });

  it("search box does not ask the server when every item is loaded", async () => {
    const { type, callsTo } = await openBox();
    await type("tel");
    await waitFor(() => expect(textsOf("Suggestions")).toEqual(["Telescope"]));
    expect(callsTo("GET /api/search/suggestions")).toEqual([]);
  });
});

describe("recent searches", () => {
  it("[SEARCH-04] the search box offers the last five distinct searches, the newest first", async () => {
    const { user, field, type } = await openBox({}, { nx_recent_searches: JSON.stringify(["grill", "tent", "saw"]) });
    for (const text of ["kayak", "Saw", "drill", "ladder"]) {
      await type(text);
      await user.keyboard("{Enter}");
      await waitFor(() => expect(document.title).toBe(`Results for ${text} · Nexby`));
      expect(here()).toBe(`/browse?search=${text}`);
    }
    expect(JSON.parse(localStorage.getItem("nx_recent_searches") ?? "")).toEqual([
      "ladder",
      "drill",
      "Saw",
      "kayak",
      "grill",
    ]);
    await type("");
    await waitFor(() => expect(textsOf("Recent searches")).toEqual(["ladder", "drill", "Saw", "kayak", "grill"]));
    await waitFor(() => expect(field).toHaveAttribute("aria-expanded", "true"));
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    await waitFor(() => expect(here()).toBe("/browse?search=drill"));
  });

  it("[SEARCH-04] only logs recent searches that it cannot read", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    await openBox({ "GET /api/categories": [{ id: "1", slug: "tools", name: "Tools" }] }, { nx_recent_searches: "{" });
    expect(await screen.findByRole("navigation", { name: "Category quick filters" })).toBeVisible();
    expect(optionsOf("Recent searches")).toEqual([]);
    expect(warn).toHaveBeenCalledWith(
      expect.stringContaining("The recent searches could not be read"),
      expect.anything(),
    );
  });
});
