import type { PlaceView } from "@nexby/contract/listings/places";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { CATEGORIES } from "../../testing/fixtures.ts";
import { type Answers, refusal, renderApp } from "../../testing/render-app.tsx";
import { chosenText } from "./location-field.tsx";

const place = (city: string, state: string, zipCode: string, latitude: number, longitude: number): PlaceView => ({
  label: `${city}, ${state} ${zipCode}`,
  city,
  county: null,
  state,
  zipCode,
  latitude,
  longitude,
});
const MAPLEWOOD = place("Maplewood", "NJ", "07040", 40.731, -74.274);
const BOULDER = place("Boulder", "CO", "80302", 40.017, -105.285);

const field = () => screen.findByRole("combobox", { name: "Street address" });
const options = () => within(screen.getByRole("listbox", { name: "Places" })).getAllByRole("option");
const pin = () => screen.queryByText(/^Neighbors see:/);

const open = (responses: Answers = {}) =>
  renderApp(
    "/create-listing?step=exchange",
    {
      "GET /api/categories": CATEGORIES,
      "GET /api/owner/drafts": [],
      "GET /api/owner/listing-defaults": {},
      "PUT /api/owner/drafts": { itemId: null, content: {}, updatedAt: "2026-01-01T00:00:00.000Z" },
      "GET /api/places": ({ search }) =>
        [MAPLEWOOD, BOULDER].filter(
          ({ city, zipCode }) =>
            new RegExp(city).test(search.get("query") ?? "") || zipCode?.startsWith(search.get("query") ?? "-"),
        ),
      "GET /api/places/nearest": ({ search }) =>
        Number(search.get("latitude")) > 50 ? refusal(404, "not_found", "Not found") : MAPLEWOOD,
      ...responses,
    },
    { user: {} },
  );

describe("location field", () => {
  test("[LOC-01] the location field suggests places for a ZIP and selects one with the arrow keys and Enter", async () => {
    const { user, callsTo } = open();
    await user.click(await field());
    await user.paste("0704");
    await waitFor(() => expect(options().map(({ textContent }) => textContent)).toEqual(["Maplewood, NJ 07040"]));
    expect(await field()).toHaveAttribute("aria-expanded", "true");
    await user.keyboard("{ArrowDown}");
    expect(options()[0]).toHaveAttribute("aria-selected", "true");
    await user.keyboard("{Enter}");
    expect(await field()).toHaveValue("Maplewood, NJ 07040");
    expect(screen.queryByRole("listbox", { name: "Places" })).not.toBeInTheDocument();
    await waitFor(() => expect(pin()).toHaveTextContent("Neighbors see: Maplewood, NJ"));
    expect(callsTo("GET /api/places/nearest")[0]?.search.get("latitude")).toBe("40.731000");
  });

  test("the location field says when a place is unknown", async () => {
    const { fill } = open();
    await fill(await field(), "Qwxzville");
    expect(await screen.findByText("We couldn’t find this place. Try a ZIP code, or a town and state.")).toBeVisible();
  });

  test("the location field says when places cannot be looked up and keeps the typed text", async () => {
    const { fill } = open({ "GET /api/places": refusal(400, "validation_failed", "No") });
    await fill(await field(), "Maplewood");
    expect(await screen.findByText(/^We can’t look up places right now/)).toBeVisible();
    expect(await field()).toHaveValue("Maplewood");
  });

  test("the location field keeps the street of an address and moves the pin when another town is typed", async () => {
    const { user, fill, callsTo } = open();
    await fill(await field(), "12 Maple Street, Maplewood, NJ");
    await waitFor(() => expect(options()).toHaveLength(1));
    await user.keyboard("{ArrowDown}{Enter}");
    expect(await field()).toHaveValue("12 Maple Street, Maplewood, NJ");
    await waitFor(() => expect(pin()).toBeVisible());
    expect(screen.getByText(/^After you approve, renters see:/)).toHaveTextContent("12 Maple Street, Maplewood, NJ");
    expect(screen.queryByText(/^Add your house number and street/)).not.toBeInTheDocument();
    await fill(await field(), "Boulder, CO");
    await waitFor(() => expect(options()[0]).toHaveTextContent("Boulder, CO"));
    await user.tab();
    await waitFor(() => expect(callsTo("GET /api/places/nearest").at(-1)?.search.get("latitude")).toBe("40.017000"));
    expect(screen.getByText(/^Add your house number and street/)).toBeVisible();
  });
});

describe("the user's own position", () => {
  /** Results of the device, in the order of the calls. */
  function mockPosition(...responses: (GeolocationCoordinates | number)[]) {
    const getCurrentPosition = vi.fn((onFound: PositionCallback, onFailed: PositionErrorCallback) => {
      const result = responses[getCurrentPosition.mock.calls.length - 1];
      if (typeof result === "number") onFailed({ code: result } as GeolocationPositionError);
      else onFound({ coords: result } as GeolocationPosition);
    });
    vi.stubGlobal("navigator", Object.create(navigator, { geolocation: { value: { getCurrentPosition } } }));
    return getCurrentPosition;
  }
  const at = (latitude: number, longitude: number) => ({ latitude, longitude }) as GeolocationCoordinates;

  test("the user's own position is requested only when the button is pressed, and handles every result", async () => {
    const getPosition = mockPosition(1, 3, at(51.5, -0.12), at(40.7285, -74.2661));
    const { user } = open();
    const button = await screen.findByRole("button", { name: "Use my location" });
    expect(getPosition).not.toHaveBeenCalled();
    for (const problem of [/isn’t sharing your location/, /took too long/, /outside the United States/]) {
      await user.click(button);
      expect(await screen.findByText(problem)).toBeVisible();
    }
    await user.click(button);
    await waitFor(async () => expect(await field()).toHaveValue("Maplewood, NJ 07040"));
    expect(screen.queryByText(/outside the United States/)).not.toBeInTheDocument();
    await waitFor(() => expect(pin()).toHaveTextContent("Neighbors see: Maplewood, NJ"));
  });
});

const maplewood = { label: "Maplewood, NJ 07040", city: "Maplewood" };

test.each([
  ["0704", "Maplewood, NJ 07040"],
  ["07040", "Maplewood, NJ 07040"],
  ["maplew", "Maplewood, NJ 07040"],
  ["12 Maple Street, Maplewood, NJ 07040", "12 Maple Street, Maplewood, NJ 07040"],
  [" 12b Maple Street, maplewood ", "12b Maple Street, maplewood"],
  ["12 Maple Street 07040", "12 Maple Street 07040, Maplewood, NJ 07040"],
])("%j becomes %j", (typed, text) => {
  expect(chosenText(typed, maplewood)).toBe(text);
});

test("a provider that knows streets has the last word", () => {
  const place = { label: "12 Maple Street, Maplewood, NJ 07040", city: "Maplewood" };
  expect(chosenText("12 maple st", place)).toBe(place.label);
});
