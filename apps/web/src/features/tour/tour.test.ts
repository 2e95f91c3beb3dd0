import { describe, expect, it } from "vitest";
import { fakeStorage, forbiddenStorage } from "../../lib/testing/fake-storage.ts";
import { completeTour, isTourCompleted } from "./tour-host.tsx";
import { stepAfter, TOUR_STEPS } from "./tour-steps.ts";

describe("the steps of the tour", () => {
  it("are six, in the order of the tour", () =>
    expect(TOUR_STEPS.map(({ id }) => id)).toEqual([
      "welcome",
      "browse",
      "location-search",
      "chat",
      "list-items",
      "all-set",
    ]));

  it("[TOUR-03] have id, title, description, position, and where it fits a target and an action with label and url", () => {
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
  ] as const)("from %i by %s to %s", (place, move, after) => expect(stepAfter(place, move)).toBe(after));
});

describe("having seen the tour", () => {
  it("is known for each person, and apart for visitors", () => {
    const storage = fakeStorage();
    completeTour(storage, "robin");
    expect(["robin", "maya", null].map((id) => isTourCompleted(storage, id))).toEqual([true, false, false]);
    completeTour(storage, null);
    expect(["robin", "maya", null].map((id) => isTourCompleted(storage, id))).toEqual([true, false, true]);
    expect([...storage.kept.keys()]).toEqual(["nx_tour_completed_robin", "nx_demo_tour_completed"]);
  });

  it("is not known where nothing can be stored", () => {
    completeTour(forbiddenStorage(), "robin");
    expect(isTourCompleted(forbiddenStorage(), "robin")).toBe(false);
  });
});
