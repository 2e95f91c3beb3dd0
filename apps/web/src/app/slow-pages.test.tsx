import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { CATEGORIES, TENT } from "../testing/fixtures.ts";
import { useQuickTime } from "../testing/quick-time.ts";
import { noNetwork, renderApp, silence } from "../testing/render-app.tsx";

const MESSAGE = "We couldn’t load this page. Check your connection and try again.";
/** As long as placeholders may stay. */
const PATIENCE_MS = 3_000;

const ID = "01900000-0000-7000-8000-000000001002";
const PAGES = [
  "/home",
  "/browse",
  `/listings/${ID}`,
  `/users/${ID}`,
  "/terms",
  "/prohibited-items",
  "/profile",
  "/profile?tab=payments",
  "/profile?tab=security",
  "/verify-contact",
  "/my-listings",
  "/my-listings?tab=calendar",
  "/my-listings?tab=earnings",
  `/listings/${ID}/edit`,
  "/my-bookings",
  `/my-bookings/${ID}`,
  "/booking-requests",
  `/checkout/${ID}`,
  `/combined-checkout/${ID}`,
  "/my-support",
  "/notifications",
  "/notification-history",
  "/saved",
  "/admin",
  "/admin/fraud-detection",
  "/admin/reviews",
  "/admin/terms",
];

const placeholders = () => document.querySelectorAll("main .shimmer");
const titles = () =>
  within(screen.getByRole("main"))
    .queryAllByRole("heading", { level: 2 })
    .map(({ textContent }) => textContent);

describe("a page that cannot load", () => {
  it.each(PAGES)("a page that cannot load says so instead of showing placeholders: %s", async (path) => {
    const { pass } = useQuickTime();
    renderApp(path, {}, { user: { isAdmin: path.startsWith("/admin") }, isSilent: true });
    await waitFor(async () => {
      await pass(PATIENCE_MS);
      expect(screen.getAllByText(/^We couldn’t load this/)[0]).toBeVisible();
      expect(placeholders()).toHaveLength(0);
    });
  });

  it("a page that cannot load says so after three seconds while it is still being tried, and loads at once when asked to", async () => {
    const { pass } = useQuickTime();
    /** Attempts before the person asked for another. Only what they ask for gets through. */
    let before: number | undefined;
    const { user, callsTo } = renderApp("/browse?view=list", {
      "GET /api/categories": CATEGORIES,
      "GET /api/items": () => (before === undefined ? noNetwork() : [TENT]),
    });
    const attempts = () => callsTo("GET /api/items").length;
    await screen.findByText("Loading items");
    expect(screen.queryByText(MESSAGE)).not.toBeInTheDocument();
    await pass(PATIENCE_MS);
    expect(await screen.findByRole("alert")).toHaveTextContent(MESSAGE);
    expect(attempts(), "the last attempts are still to come").toBeLessThan(4);
    const countAttempts = () => {
      before = attempts();
    };
    document.addEventListener("click", countAttempts, { capture: true, once: true });
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(attempts()).toBeGreaterThan(before ?? 0);
    await waitFor(() => expect(titles()).toEqual(["Dome tent"]));
    expect(screen.queryByText(MESSAGE)).not.toBeInTheDocument();
  });

  it("a page that cannot load shows its content as soon as it arrives after all", async () => {
    const { pass } = useQuickTime();
    let arrive = () => {};
    renderApp("/browse?view=list", {
      "GET /api/categories": CATEGORIES,
      "GET /api/items": () =>
        new Promise((resolve) => {
          arrive = () => resolve([TENT]);
        }),
    });
    await screen.findByText("Loading items");
    await pass(PATIENCE_MS);
    expect(await screen.findByText(MESSAGE)).toBeVisible();
    arrive();
    await waitFor(() => expect(titles()).toEqual(["Dome tent"]));
    expect(screen.queryByText(MESSAGE)).not.toBeInTheDocument();
  });

  it("a page that cannot load shows the placeholder again after a retry, and the message again when that fails, too", async () => {
    const { pass } = useQuickTime();
    const { user } = renderApp("/browse?view=list", { "GET /api/categories": CATEGORIES, "GET /api/items": silence });
    await screen.findByText("Loading items");
    await pass(PATIENCE_MS);
    await user.click(await screen.findByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Loading items")).toBeInTheDocument();
    expect(screen.queryByText(MESSAGE)).not.toBeInTheDocument();
    await pass(PATIENCE_MS);
    expect(await screen.findByText(MESSAGE)).toBeVisible();
  });

  it("[ROUTE-06] a page that cannot load shows a spinner first while the session is unknown", async () => {
    const { pass } = useQuickTime();
    renderApp("/my-bookings", { "GET /api/auth/user": silence });
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Loading..."));
    await waitFor(async () => {
      await pass(PATIENCE_MS);
      expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Something went wrong");
    });
    expect(screen.getByText(MESSAGE)).toBeVisible();
  });
});
