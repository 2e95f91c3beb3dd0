import type { PayoutAccountView } from "@nexby/contract/money/payouts";
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { BOOKING } from "../testing/booking.fixture.ts";
import { TENT } from "../testing/fixtures.ts";
import { PERSON, renderApp } from "../testing/render-app.tsx";

const RESULTS = [
  ["/success", "Thanks for your payment"],
  ["/booking-success", "Your request is with the owner"],
  ["/cancel", "Nothing was charged"],
] as const;
const BROKEN = ["", "?itemId=", "?itemId=%27or%201", "?itemId=../../api"];

const ACCOUNT: PayoutAccountView = {
  state: "none",
  bankLast4: null,
  canBeChanged: false,
  checkedAt: null,
  failedPayout: null,
};

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const main = () => within(screen.getByRole("main"));

describe("payment result pages", () => {
  it.each(RESULTS)("[ROUTE-01] %s shows the item from the URL and the signed-in user", async (path, title) => {
    renderApp(`${path}?itemId=${TENT.id}`, { [`GET /api/items/${TENT.id}`]: TENT }, { user: {} });
    await heading(title);
    const summary = (await main().findByText("Dome tent")).closest("a");
    expect(summary).toHaveAttribute("href", `/listings/${TENT.id}`);
    expect(await screen.findByText(`Signed in as ${PERSON.email}`)).toBeVisible();
  });

  it.each(RESULTS.flatMap(([path, title]) => BROKEN.map((search) => [path + search, title] as const)))(
    "[ROUTE-01] %s links onward when the URL has no item",
    async (address, title) => {
      const { calls } = renderApp(address);
      await heading(title);
      expect(main().getAllByRole("link").length).toBeGreaterThan(0);
      expect(calls.filter(({ path }) => path.startsWith("/api/items/"))).toEqual([]);
    },
  );

  it.each([
    ["", 1],
    ["&extra=late_fee", 0],
  ])("/success%s shows the booking's total %i times, because a late fee isn't part of it", async (extra, times) => {
    renderApp(
      `/success?booking=${BOOKING.id}${extra}`,
      { [`GET /api/bookings/${BOOKING.id}`]: { ...BOOKING, status: "closed" } },
      { user: {} },
    );
    expect(await screen.findByRole("link", { name: "View booking" })).toBeVisible();
    expect(main().queryAllByText("Total")).toHaveLength(times);
  });
});

describe("payout account", () => {
  it("[ROUTE-01] the payout account is not set up before the user registers with the provider", async () => {
    renderApp("/payment-setup-complete", { "POST /api/payouts/account/refresh": ACCOUNT }, { user: {} });
    await heading("Payout account");
    expect(await screen.findByText("Not set up")).toBeVisible();
    expect(screen.getByText(`Signed in as ${PERSON.email}`)).toBeVisible();
  });

  it("[ROUTE-01] the payout account shows the bank account once it is ready", async () => {
    renderApp(
      "/payment-setup-complete",
      { "POST /api/payouts/account/refresh": { ...ACCOUNT, state: "ready", bankLast4: "6789" } },
      { user: {} },
    );
    expect(await screen.findByText(/your bank account ending in 6789/)).toBeVisible();
    expect(screen.getByText("Ready")).toBeVisible();
  });
});

describe("pages that require an account", () => {
  it.each(["/quick-onboarding", "/complete-registration", "/payment-setup-complete"])(
    "%s sends visitors to sign in and back",
    async (path) => {
      renderApp(path);
      expect(await main().findByRole("link", { name: "Sign In" })).toHaveAttribute(
        "href",
        `/auth?mode=signin&returnTo=${encodeURIComponent(path)}`,
      );
    },
  );
});
