import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { PERSON, refusal, renderApp } from "../testing/render-app.tsx";

const SIGNED_IN_ROUTES = [
  "/profile",
  "/create-listing",
  "/listings/:itemId/edit",
  "/my-listings",
  "/checkout/:bookingId",
  "/combined-checkout/:itemId",
  "/my-support",
  "/notifications",
  "/notification-history",
  "/messages",
  "/disputes",
  "/booking-requests",
  "/my-bookings",
  "/my-bookings/:bookingId",
  "/saved",
];
const ADMIN_ROUTES = [
  "/admin",
  "/admin/disputes",
  "/admin/rental-agreement-templates",
  "/admin/fraud-detection",
  "/admin/reviews",
];

const here = () => location.pathname + location.search;

describe("guarded pages", () => {
  it("[ROUTE-03] a guarded page returns a visitor to the page they came for after signing in", async () => {
    const path = "/profile?tab=past";
    let isSignedIn = false;
    const { user, fill } = renderApp(path, {
      "GET /api/auth/user": () => (isSignedIn ? PERSON : refusal(401, "unauthorized", "Unauthorized")),
      "POST /api/auth/email-signin": () => {
        isSignedIn = true;
        return { user: PERSON, token: "token" };
      },
    });
    await waitFor(() => expect(here()).toBe(`/auth?returnTo=${encodeURIComponent(path)}`));
    await user.click(await screen.findByRole("link", { name: "Sign in" }));
    await fill(await screen.findByRole("textbox", { name: "Email" }), PERSON.email);
    await fill(screen.getByLabelText("Password"), "paddle-past-the-mill");
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    await waitFor(() => expect(here()).toBe(path));
  });

  it.each(SIGNED_IN_ROUTES)("[ROUTE-03] %s sends a visitor to sign in, to return afterwards", async (pattern) => {
    const path = `${pattern.replace(/:\w+/, crypto.randomUUID())}?tab=past`;
    renderApp(path);
    await waitFor(() => expect(here()).toBe(`/auth?returnTo=${encodeURIComponent(path)}`));
  });

  it.each(ADMIN_ROUTES)("[ROUTE-04] %s sends a visitor to sign in without calling the admin API", async (path) => {
    const { calls } = renderApp(path);
    await waitFor(() => expect(here()).toBe(`/auth?returnTo=${encodeURIComponent(path)}`));
    expect(calls.filter((call) => call.path.startsWith("/api/admin"))).toEqual([]);
  });

  it.each(ADMIN_ROUTES)("[ROUTE-04] %s is closed to non-admins and calls no admin API", async (path) => {
    const { calls } = renderApp(path, {}, { user: { isAdmin: false } });
    expect(await screen.findByRole("heading", { level: 1, name: "Not allowed" })).toBeVisible();
    expect(calls.filter((call) => call.path.startsWith("/api/admin"))).toEqual([]);
  });
});
