import { describe, expect, it } from "vitest";
import { fakeStorage, forbiddenStorage } from "../../lib/testing/fake-storage.ts";
import { cardPlace } from "./tour-dialog.tsx";
import { completeTour, isTourCompleted } from "./tour-host.tsx";
import { stepAfter, TOUR_STEPS } from "./tour-steps.ts";

describe("tour steps", () => {
  it("tour steps are these six, in order", () =>
    expect(TOUR_STEPS.map(({ id }) => id)).toEqual([
      "welcome",
      "browse",
      "location-search",
      "chat",
      "list-items",
      "all-set",
    ]));

  it("[TOUR-03] tour steps have id, title, description, position, and optionally a target and an action with label and url", () => {
    for (const { id, title, description, position, target, action, ...rest } of TOUR_STEPS) {
      for (const text of [id, title, description, position]) expect(text).toMatch(/\S/);
      if (target !== undefined) expect(target).toMatch(/^\[data-tour="[a-z-]+"\]$/);
      if (action) expect(action).toEqual({ label: expect.stringMatching(/\S/), url: expect.any(String) });
      expect(rest).toEqual({});
    }
    expect(TOUR_STEPS.map(({ target }) => target).filter(Boolean)).toEqual([
      '[data-tour="browse"]',
      '[data-tour="list-item"]',
    ]);
    expect(new Set(TOUR_STEPS.map(({ action }) => action?.url).filter(Boolean))).toEqual(
      new Set(["/browse", "/create-listing"]),
    );
  });

  it.each([
    [0, "next", 1],
    [4, "next", 5],
    [5, "next", null],
    [3, "previous", 2],
    [0, "previous", 0],
    [2, "close", null],
  ] as const)("tour steps go from %i by %s to %s", (place, move, after) => expect(stepAfter(place, move)).toBe(after));
});

describe("tour completion", () => {
  it("the tour completion is stored per user, and separately for visitors", () => {
    const storage = fakeStorage();
    completeTour(storage, "robin");
    expect(["robin", "maya", null].map((id) => isTourCompleted(storage, id))).toEqual([true, false, false]);
    completeTour(storage, null);
    expect(["robin", "maya", null].map((id) => isTourCompleted(storage, id))).toEqual([true, false, true]);
    expect([...storage.kept.keys()]).toEqual(["nx_tour_completed_robin", "nx_demo_tour_completed"]);
  });

  it("the tour completion is not stored when storage is unavailable", () => {
    completeTour(forbiddenStorage(), "robin");
    expect(isTourCompleted(forbiddenStorage(), "robin")).toBe(false);
  });
});

const SCREEN = { width: 1000, height: 800 };
const CARD = { width: 360, height: 240 };
const target = (top: number, left: number) => ({ top, left, width: 100, height: 40 });

describe("tour card", () => {
  it("the tour card is centered without a target", () =>
    expect(cardPlace(null, CARD, SCREEN)).toEqual({ top: 280, left: 320 }));

  it("the tour card is placed below its target, centered", () =>
    expect(cardPlace(target(100, 450), CARD, SCREEN)).toEqual({ top: 158, left: 320 }));

  it("the tour card is placed above its target when there is no room below", () =>
    expect(cardPlace(target(700, 450), CARD, SCREEN)).toEqual({ top: 442, left: 320 }));

  it("the tour card stays on the screen near the edges", () => {
    expect(cardPlace(target(100, 5), CARD, SCREEN).left).toBe(12);
    expect(cardPlace(target(100, 980), CARD, SCREEN).left).toBe(628);
    expect(cardPlace(null, { width: 400, height: 900 }, SCREEN).top).toBe(12);
  });
});
