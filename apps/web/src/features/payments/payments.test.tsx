import type { EarningsView, PayoutAccountView, PayoutState } from "@nexby/contract/money/payouts";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type Answers, PERSON, refusal, renderApp } from "../../testing/render-app.tsx";

const SANDBOX = { kind: "sandbox", publishableKey: "pk_test", sandboxUrl: "/sandbox" };
const PROFILE = { ...PERSON, hasPassword: true };
const account = (state: PayoutState): PayoutAccountView => ({
  state,
  bankLast4: null,
  canBeChanged: true,
  checkedAt: null,
  failedPayout: null,
});

const openPayments = (responses: Answers = {}, path = "/profile?tab=payments") =>
  renderApp(
    path,
    {
      "GET /api/profile": PROFILE,
      "GET /api/payments/cards": [],
      "GET /api/payments/config": SANDBOX,
      "GET /api/payouts/account": account("none"),
      ...responses,
    },
    { user: {} },
  );

describe("saving a card", () => {
  it("saving a card is possible once the card form has loaded", async () => {
    let load = (_: object) => {};
    // One answer for every call, whether it is made before or after `load`.
    const config = new Promise<object>((done) => (load = done));
    const { user } = openPayments({ "GET /api/payments/config": () => config });
    await user.click(await screen.findByRole("button", { name: "Add a card" }));
    expect(await screen.findByRole("button", { name: "Save card" })).toHaveAttribute("aria-disabled", "true");
    load(SANDBOX);
    expect(await screen.findByRole("textbox", { name: "Card number" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Save card" })).not.toHaveAttribute("aria-disabled", "true");
  });

  it("[LOG-02] saving a card logs a failure without any typed data", async () => {
    const { user, fill, callsTo } = openPayments({
      "POST /api/payments/cards": refusal(409, "action_not_allowed", "Not now"),
    });
    await user.click(await screen.findByRole("button", { name: "Add a card" }));
    for (const [name, text] of [
      ["Card number", "4242424242424242"],
      ["Expiration", "12 / 40"],
      ["Security code", "987"],
      ["Billing ZIP", "07040"],
    ] as const) {
      await fill(await screen.findByRole("textbox", { name }), text);
    }
    await user.click(screen.getByRole("button", { name: "Save card" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("We couldn’t save your card");
    const reports = () => callsTo("POST /api/error-logs").map(({ body }) => body);
    await waitFor(() => expect(reports()).toContainEqual(expect.objectContaining({ errorType: "api", formData: {} })));
    expect(JSON.stringify(reports())).not.toMatch(/4242[ -]?4242|"987"|12 \/ 40|"07040"/);
  });
});

describe("payout account", () => {
  it.each([
    ["information_needed", "More information needed", ["Continue"]],
    ["pending", "Pending", []],
    ["ready", "Ready", ["Change bank account", "Use another account"]],
    ["rejected", "Rejected", ["Set up another account"]],
    ["disconnected", "Disconnected", ["Set up another account"]],
  ] as const)(
    "[PAY-04] payout account that is %s shows “%s” and the available actions",
    async (state, badge, actions) => {
      openPayments({
        "GET /api/payouts/account": account(state),
        "POST /api/payouts/account/refresh": account(state),
      });
      expect(await screen.findByText(badge, { exact: true })).toBeVisible();
      const all = [
        "Set up payouts",
        "Continue",
        "Change bank account",
        "Use another account",
        "Set up another account",
      ];
      const available = all.filter((name) => screen.queryByRole("button", { name }));
      expect(available).toEqual(actions);
    },
  );

  it.each([
    ["Change bank account", "dashboard"],
    ["Use another account", "account/replacement"],
  ])("[PAY-04] “%s” sends the password and goes to the provider's page", async (label, endpoint) => {
    const goTo = vi.spyOn(location, "assign").mockImplementation(() => {});
    const call = `POST /api/payouts/${endpoint}`;
    const { user, fill, callsTo } = openPayments({
      "GET /api/payouts/account": account("ready"),
      "POST /api/payouts/account/refresh": account("ready"),
      [call]: { url: "https://provider.example/page" },
    });
    await user.click(await screen.findByRole("button", { name: label }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await fill(dialog.getByLabelText("Password"), "paddle-past-the-mill");
    await user.click(dialog.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("https://provider.example/page"));
    expect(callsTo(call).map(({ body }) => body)).toEqual([{ password: "paddle-past-the-mill" }]);
  });

  it("the payout account shows a payout that the bank rejected, with what to do", async () => {
    const failedPayout = { amountCents: 12_345, failedAt: "2026-11-12T15:00:00.000Z" };
    const failed = { ...account("ready"), failedPayout };
    openPayments({ "GET /api/payouts/account": failed, "POST /api/payouts/account/refresh": failed });
    expect(await screen.findByText("Your bank rejected a payout")).toBeVisible();
    expect(screen.getByText(/^Your bank returned \$123\.45 on Nov 12, 2026\. Change your bank account/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Change bank account" })).toBeVisible();
  });

  it("[PAY-04] the payout account is not synced before it exists", async () => {
    const { callsTo } = openPayments();
    expect(await screen.findByText("Not set up")).toBeVisible();
    expect(await screen.findByRole("button", { name: "Set up payouts" })).toBeVisible();
    expect(callsTo("POST /api/payouts/account/refresh")).toEqual([]);
  });

  it("[PAY-04] the payout account shows the provider's newer decision", async () => {
    openPayments({
      "GET /api/payouts/account": account("pending"),
      "POST /api/payouts/account/refresh": account("ready"),
    });
    expect(await screen.findByRole("button", { name: "Change bank account" })).toBeVisible();
    expect(screen.getByText("Ready", { exact: true })).toBeVisible();
  });

  it("[PAY-04] the payout account keeps its last known state while the provider does not respond", async () => {
    const responses = {
      "GET /api/payouts/account": account("pending"),
      "POST /api/payouts/account/refresh": refusal(503, "service_unavailable", "Try again"),
    };
    openPayments(responses, "/payment-setup-complete");
    expect(await screen.findByText(/We can’t reach our payment provider right now\./)).toBeVisible();
    expect(screen.getByText("Pending", { exact: true })).toBeVisible();
  });
});

describe("earnings without a payout account", () => {
  const earnings = (onItsWayCents: number, isPayoutReady = false): EarningsView => ({
    totals: {
      earnedCents: onItsWayCents,
      paidOutCents: 0,
      onItsWayCents,
      onHoldCents: 0,
      upcomingCents: 0,
      owedCents: 0,
    },
    months: [{ month: "2026-06", earnedCents: onItsWayCents, items: [] }],
    items: [],
    firstYear: 2026,
    isPayoutReady,
  });
  const openEarnings = (view: EarningsView) =>
    openPayments(
      { "GET /api/owner/earnings": view, "GET /api/owner/payouts": [], "GET /api/owner/items": [] },
      "/my-listings?tab=earnings",
    );

  it("earnings without a payout account say that the money waits and nothing is lost", async () => {
    openEarnings(earnings(4_500));
    expect(await screen.findByText("Set up payouts to get paid")).toBeVisible();
    expect(screen.getByText("$45.00 is waiting. We’ll send it as soon as your payout account is ready.")).toBeVisible();
    expect(screen.getByText("Waiting", { exact: true })).toBeVisible();
    expect(screen.queryByText("On the way", { exact: true })).toBeNull();
    expect(screen.getByRole("link", { name: "Set up payouts" })).toHaveAttribute("href", "/profile?tab=payments");
  });

  it("earnings without a payout account say before the first rental that a payout account isn't required", async () => {
    openEarnings(earnings(0));
    expect(await screen.findByText(/You can rent out items without a payout account\./)).toBeVisible();
  });

  it("earnings without a payout account are on the way once the account is ready", async () => {
    openEarnings(earnings(4_500, true));
    expect(await screen.findByText("On the way", { exact: true })).toBeVisible();
    expect(screen.queryByText("Set up payouts to get paid")).toBeNull();
  });
});
