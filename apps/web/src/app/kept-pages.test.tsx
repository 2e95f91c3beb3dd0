import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { PROFILE } from "../testing/fixtures.ts";
import { useQuickTime } from "../testing/quick-time.ts";
import { PERSON, refusal, renderApp } from "../testing/render-app.tsx";
import { PAGES } from "./pages.ts";

const CHECK = "GET /api/auth/user";
const ID = "01900000-0000-7000-8000-000000001002";

/** Pages that show the same to everyone, or only redirect. */
const WITHOUT_SESSION = new Set(["auth", "not-found", "gallery"]);

const ADDRESSES = PAGES.filter(({ name }) => !WITHOUT_SESSION.has(name)).map(({ pattern }) =>
  pattern.replace(/:\w+/, ID),
);

const headings = () =>
  within(screen.getByRole("main"))
    .queryAllByRole("heading", { level: 1 })
    .map(({ textContent }) => textContent);

beforeAll(() => Promise.all(PAGES.map(({ route }) => route.preload())));

describe("a page whose session ends", () => {
  it.each(ADDRESSES)("[STATE-02] %s stays in place when the 30-second check notices it", async (address) => {
    const { pass } = useQuickTime();
    const server = { isSignedIn: true };
    const person = { ...PERSON, isAdmin: address.startsWith("/admin") };
    renderApp(
      address,
      {
        [CHECK]: () => (server.isSignedIn ? person : refusal(401, "unauthorized", "Unauthorized")),
        "GET /api/profile": PROFILE,
      },
      { isSilent: true },
    );
    await screen.findByRole("button", { name: "Your account" });
    const main = screen.getByRole("main");
    // By then, everything that has no data says so.
    await pass(4_000);
    const here = () => location.pathname + location.search;
    const [path, titles, fields] = [here(), headings(), main.querySelectorAll("input, textarea")];
    server.isSignedIn = false;
    await pass(31_000);
    expect((await screen.findAllByRole("link", { name: "Sign In" }))[0]).toBeVisible();
    expect(here()).toBe(path);
    // The title of a page about one thing is a message that it didn't load, which changes with each attempt.
    if (!address.includes(ID)) await waitFor(() => expect(headings()).toEqual(titles));
    for (const field of fields) expect(field).toBeInTheDocument();
  });
});
