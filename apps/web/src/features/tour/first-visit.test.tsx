import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PERSON, renderApp } from "../../testing/render-app.tsx";
import { startTour, tour } from "./tour.ts";
import { TOUR_STEPS } from "./tour-steps.ts";

const TITLE = "Welcome to Nexby";
const PROFILE = { ...PERSON, isEmailVerified: true, isPhoneVerified: true };
const DEMO_KEY = "nx_demo_tour_completed";
const USER_KEY = `nx_tour_completed_${PERSON.id}`;
const HOME = { "GET /api/profile": PROFILE };

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  tour.set(false);
});

/** The tour host loads when the page is idle, and acts once the session has loaded. */
async function openUntilReady(...visit: Parameters<typeof renderApp>): Promise<void> {
  const followed = vi.spyOn(tour, "subscribe");
  const { client } = renderApp(...visit);
  await waitFor(() => expect(followed).toHaveBeenCalled());
  await waitFor(() => expect(client.getQueryState(["/api/auth/user"])?.status).toBe("success"));
}
const minutePasses = () => act(() => vi.advanceTimersByTimeAsync(60_000));
const isShown = () => screen.queryByRole("heading", { name: TITLE }) !== null;
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

describe("first visit", () => {
  it("[TOUR-02] the first visit starts the tour for an idle visitor on the landing page", async () => {
    renderApp("/", {}, { isTourSeen: false });
    await heading("Rent & Share Locally");
    await screen.findAllByRole("link", { name: "Sign In" });
    expect(isShown()).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(await screen.findByRole("heading", { name: TITLE })).toBeInTheDocument();
  });

  it("[TOUR-02] the first visit starts the tour on the home page even if it was completed as a visitor", async () => {
    renderApp("/home", HOME, { user: {}, isTourSeen: false, stored: { [DEMO_KEY]: "true" } });
    await heading("Welcome back, Robin");
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(await screen.findByRole("heading", { name: TITLE })).toBeInTheDocument();
  });

  const PEOPLE = [
    ["visitor", "/", undefined, DEMO_KEY],
    ["signed-in user", "/home", {}, USER_KEY],
  ] as const;
  it.each(PEOPLE)(
    "[TOUR-02] first visit does not start the tour for a %s who has completed it",
    async (_, path, user, key) => {
      await openUntilReady(path, HOME, { ...(user && { user }), isTourSeen: false, stored: { [key]: "true" } });
      await heading(user ? "Welcome back, Robin" : "Rent & Share Locally");
      await minutePasses();
      expect(tour.get()).toBe(false);
    },
  );

  it("first visit does not start the tour on other pages", async () => {
    await openUntilReady("/credits", {}, { isTourSeen: false });
    await screen.findByRole("heading", { level: 1 });
    await minutePasses();
    expect(tour.get()).toBe(false);
  });

  it("first visit does not interrupt a visitor who has started to use the page", async () => {
    await openUntilReady("/", {}, { isTourSeen: false });
    const title = await heading("Rent & Share Locally");
    act(() => void title.dispatchEvent(new Event("pointerdown", { bubbles: true })));
    await minutePasses();
    expect(tour.get()).toBe(false);
  });

  it("[TOUR-02] the first visit remembers a skipped tour for visitors", async () => {
    const { user } = renderApp("/", {}, { isTourSeen: false });
    await heading("Rent & Share Locally");
    await user.click(screen.getByRole("button", { name: "Take Tour" }));
    await user.click(await screen.findByRole("button", { name: "Skip" }));
    await waitFor(() => expect(isShown()).toBe(false));
    expect(localStorage.getItem(DEMO_KEY)).toBe("true");
  });

  it.each(PEOPLE)(
    "[TOUR-02] the first visit remembers a finished tour for a %s, and for nobody else",
    async (_, path, user, key) => {
      const { user: hand } = renderApp(path, HOME, { ...(user && { user }), isTourSeen: false });
      await heading(user ? "Welcome back, Robin" : "Rent & Share Locally");
      act(() => startTour());
      for (const _step of TOUR_STEPS.slice(1)) await hand.click(await screen.findByRole("button", { name: "Next" }));
      await hand.click(screen.getByRole("button", { name: "Finish" }));
      await waitFor(() => expect(tour.get()).toBe(false));
      const stored = [DEMO_KEY, USER_KEY].filter((name) => localStorage.getItem(name) !== null);
      expect(stored).toEqual([key]);
    },
  );
});
