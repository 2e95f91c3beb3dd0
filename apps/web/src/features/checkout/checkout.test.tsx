import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { BOOKING } from "../../testing/booking.fixture.ts";
import { ITEM, QUOTE } from "../../testing/item.fixture.ts";
import { type Answers, refusal, renderApp } from "../../testing/render-app.tsx";
import { getItem } from "./api.ts";

const SANDBOX = { kind: "sandbox", publishableKey: "pk_test", sandboxUrl: "/sandbox" };
const TERMS = { version: 3, content: "", effectiveAt: "2026-01-01T00:00:00.000Z" };
const PATH = `/api/bookings/${BOOKING.id}`;
const ITEM_PATH = `/api/items/${ITEM.id}`;
const soon = () => new Date(Date.now() + 20 * 60_000).toISOString();

const held = (): BookingDetailView => ({
  ...BOOKING,
  paymentStatus: "awaiting_payment",
  nextStep: { code: "finish_checkout", by: "renter", until: soon() },
  allowedActions: ["pay", "cancel"],
});

const USUAL: Answers = {
  [`GET ${ITEM_PATH}`]: ITEM,
  [`POST ${ITEM_PATH}/quote`]: QUOTE,
  [`GET ${ITEM_PATH}/calendar`]: { timezone: ITEM.timezone, today: "2027-01-04", days: [] },
  "GET /api/terms/active": TERMS,
  "GET /api/payments/config": SANDBOX,
  "GET /api/payments/cards": [],
  "POST /api/bookings": { bookingId: BOOKING.id, isToBePaid: true, isOver: false },
};

/** A card that the provider declines, so the booking stays held. */
const DECLINED: Answers = {
  "POST /sandbox/v1/payment_methods": { id: "pm_1" },
  "POST /sandbox/v1/payment_intents/pi_1/confirm": Response.json(
    { error: { message: "Your card was declined." } },
    { status: 402 },
  ),
};

async function fillIn(responses: Answers) {
  const app = renderApp(
    `/combined-checkout/${ITEM.id}?from=2027-01-10&to=2027-01-11`,
    { ...USUAL, ...responses },
    { user: {} },
  );
  await chooseCard(app);
  await app.user.click(screen.getByRole("checkbox", { name: /^I agree to the Terms/ }));
  await app.user.click(screen.getByRole("checkbox", { name: /^If I return it late/ }));
  const pay = async () => {
    const [button] = await screen.findAllByRole("button", { name: /^Request to book · \$52\.50/ });
    if (button) await app.user.click(button);
  };
  return { ...app, pay };
}

async function chooseCard({ user }: ReturnType<typeof renderApp>): Promise<void> {
  await user.click(await screen.findByText("Test cards", { exact: true }));
  await user.click(screen.getByRole("button", { name: / Works$/ }));
}

/** The calendar loads once it scrolls into view, which happy-dom does not compute. */
class EverythingInView {
  readonly #report: IntersectionObserverCallback;

  constructor(report: IntersectionObserverCallback) {
    this.#report = report;
  }

  observe(target: Element): void {
    const entry = { isIntersecting: true, target } as IntersectionObserverEntry;
    this.#report([entry], this as unknown as IntersectionObserver);
  }

  unobserve(): void {}

  disconnect(): void {}
}

describe("checkout", () => {
  it("the checkout offers times within the owner's hours, and any time to a flexible renter", async () => {
    const ownerHours = { pickup: { from: "08:30", to: "10:00" }, return: { from: "16:00", to: "17:00" } };
    const { user } = renderApp(
      `/combined-checkout/${ITEM.id}?from=2027-01-10&to=2027-01-11`,
      { ...USUAL, [`POST ${ITEM_PATH}/quote`]: { ...QUOTE, ownerHours } },
      { user: {} },
    );
    const timesOf = (label: string) => {
      const options = within(screen.getByRole("combobox", { name: label })).getAllByRole("option");
      return options.map(({ textContent }) => textContent);
    };
    expect(await screen.findByText("The owner is available 8:30 AM – 10:00 AM.")).toBeVisible();
    expect(screen.getByText("The owner is available 4:00 PM – 5:00 PM.")).toBeVisible();
    expect(timesOf("Pickup time (optional)")).toEqual(["Any time", "8:30 AM", "9:00 AM", "9:30 AM", "10:00 AM"]);
    expect(timesOf("Return time (optional)")).toEqual(["Any time", "4:00 PM", "4:30 PM", "5:00 PM"]);
    await user.click(screen.getByRole("checkbox", { name: "I’m flexible about the pickup time" }));
    expect(timesOf("Pickup time (optional)")).toHaveLength(49);
    expect(timesOf("Return time (optional)")).toHaveLength(4);
  });

  it("the checkout counts every wrong field in the error summary, the card's too, and leads to each", async () => {
    const app = renderApp(`/combined-checkout/${ITEM.id}?from=2027-01-10&to=2027-01-11`, USUAL, { user: {} });
    const number = await screen.findByRole("textbox", { name: "Card number" });
    const [button] = await screen.findAllByRole("button", { name: /^Request to book · \$52\.50/ });
    if (button) await app.user.click(button);
    const alerts = await screen.findAllByRole("alert");
    const report = alerts.find(({ textContent }) => textContent?.includes("Please check these 6 fields"));
    expect(report).toHaveFocus();
    const links = within(report as HTMLElement).getAllByRole("link");
    expect(links.map(({ textContent }) => textContent)).toEqual([
      "Card number is required",
      "Expiration date is required",
      "Security code is required",
      "ZIP code is required",
      "Please accept the terms",
      "Please agree to charges for late returns and damage",
    ]);
    if (links[0]) await app.user.click(links[0]);
    expect(number).toHaveFocus();
    expect(app.callsTo("POST /api/bookings")).toEqual([]);
  });

  it("the checkout shows nothing that a price could move before the first price, then the handoff and insurance with their cost", async () => {
    let answer: (quote: typeof QUOTE) => void = () => undefined;
    const quoted = new Promise<typeof QUOTE>((resolve) => {
      answer = resolve;
    });
    renderApp(
      `/combined-checkout/${ITEM.id}?from=2027-01-10&to=2027-01-11`,
      { ...USUAL, [`POST ${ITEM_PATH}/quote`]: () => quoted },
      { user: {} },
    );
    expect(await screen.findByText("Loading checkout")).toBeInTheDocument();
    expect(screen.queryByRole("form", { name: "Checkout" })).toBeNull();
    act(() => answer(QUOTE));
    const handoff = within(await screen.findByRole("group", { name: "Handoff" }));
    expect(handoff.getByText("In Maplewood, NJ. You’ll see the street address after Maya approves.")).toBeVisible();
    expect(handoff.getByText("Free")).toBeVisible();
    const insurance = await screen.findByRole("switch", { name: "Add insurance: $5.00 (10% of the rental)" });
    expect(insurance).toHaveAccessibleDescription("Your rental will be insured by Example Mutual.");
    const terms = screen.getByRole("link", { name: "Read the insurance terms" });
    expect(terms).toHaveAttribute("href", "https://insurer.example/terms");
  });

  it("checkout does not book before the terms have loaded, and retries loading them", async () => {
    let requests = 0;
    const { pay, callsTo } = await fillIn({
      "GET /api/terms/active": () => (requests++ === 0 ? refusal(400, "validation_failed", "Not now") : TERMS),
    });
    await pay();
    const terms = screen.getByRole("checkbox", { name: /^I agree to the Terms/ });
    await waitFor(() => expect(terms).toHaveAccessibleDescription("We couldn’t load the terms. Please try again."));
    expect(terms).toHaveFocus();
    expect(callsTo("POST /api/bookings")).toEqual([]);
    expect(await screen.findByText(/\(version 3\)/)).toBeVisible();
    await pay();
    await waitFor(() => expect(callsTo("POST /api/bookings")[0]?.body).toMatchObject({ termsVersion: 3 }));
  });

  it("[PRICE-01] the checkout asks the renter to accept a changed deposit before booking", async () => {
    let requests = 0;
    const after = { ...QUOTE, price: { ...QUOTE.price, depositCents: 4000 } };
    const { user, pay, callsTo } = await fillIn({
      [`POST ${ITEM_PATH}/quote`]: () => (requests++ === 0 ? QUOTE : after),
      "POST /api/bookings": refusal(409, "price_changed", "The price has changed"),
    });
    await pay();
    const dialog = await screen.findByRole("dialog", { name: "The deposit has changed" });
    expect(
      within(dialog)
        .getAllByRole("definition")
        .map((amount) => amount.textContent),
    ).toEqual(["No deposit", "$40.00"]);
    await user.click(within(dialog).getByRole("button", { name: "Not now" }));
    expect(callsTo("POST /api/bookings")).toHaveLength(1);
    await pay();
    const again = await screen.findByRole("dialog", { name: "The deposit has changed" });
    await user.click(within(again).getByRole("button", { name: /^Request to book · / }));
    await waitFor(() => expect(callsTo("POST /api/bookings")).toHaveLength(2));
    expect(callsTo("POST /api/bookings")[1]?.body).toMatchObject({ totalCents: 5250, depositCents: 4000 });
  });

  it("[PRICE-01] [KIT-01] the checkout shows what missing pieces cost, and asks the renter to accept a changed kit before booking", async () => {
    let requests = 0;
    const kit = (priceCents: number) => [{ name: "Tent pole", count: 4, priceCents }];
    const quote = (priceCents: number) => ({ ...QUOTE, price: { ...QUOTE.price, pieces: kit(priceCents) } });
    const { user, pay, callsTo } = await fillIn({
      [`POST ${ITEM_PATH}/quote`]: () => quote(requests++ === 0 ? 1200 : 1500),
      "POST /api/bookings": refusal(409, "price_changed", "The list of pieces has changed"),
    });
    expect(screen.getByRole("heading", { name: "If a piece is missing" }).parentElement).toHaveTextContent(
      "4 × Tent pole$12.00 each",
    );
    await pay();
    const dialog = await screen.findByRole("dialog", { name: "The list of pieces has changed" });
    expect(callsTo("POST /api/bookings")[0]?.body).toMatchObject({ pieces: kit(1200) });
    await user.click(within(dialog).getByRole("button", { name: /^Request to book · / }));
    await waitFor(() => expect(callsTo("POST /api/bookings")[1]?.body).toMatchObject({ pieces: kit(1500) }));
  });

  it("[AVAIL-01] the checkout shows next to the calendar that the dates are no longer available", async () => {
    vi.stubGlobal("IntersectionObserver", EverythingInView);
    const { pay } = await fillIn({ "POST /api/bookings": refusal(409, "units_unavailable", "Somebody was faster.") });
    await pay();
    const dates = await screen.findByRole("region", { name: "Dates" });
    expect(await within(dates).findByRole("alert")).toHaveTextContent("Somebody was faster.");
    expect(within(dates).getByRole("heading", { name: "Dates" })).toHaveFocus();
    expect((await within(dates).findAllByRole("grid"))[0]).toBeVisible();
  });

  it("[HOLD-01] the checkout keeps the hold when the owner pauses the item, and ends it when another tab cancels", async () => {
    let payments = 0;
    let isPaused = false;
    const { pay, client, callsTo } = await fillIn({
      ...DECLINED,
      [`GET ${ITEM_PATH}`]: () => ({ ...ITEM, isAvailable: !isPaused }),
      [`POST ${PATH}/payment`]: () =>
        payments++ === 0
          ? { booking: { ...held(), totalCents: 5250, price: QUOTE.price }, payment: { clientSecret: "pi_1_secret_1" } }
          : refusal(409, "action_not_allowed", "This is no longer possible"),
      [`POST ${PATH}/refresh`]: { ...held(), status: "canceled", nextStep: null, allowedActions: [] },
    });
    await pay();
    const time = await screen.findByRole("region", { name: "Time to pay" });
    expect(await screen.findByText("Your card was declined.")).toBeVisible();

    isPaused = true;
    await act(() => client.invalidateQueries({ queryKey: getItem(ITEM.id).queryKey }));
    expect(callsTo(`GET ${ITEM_PATH}`).length).toBeGreaterThan(1);
    expect(time).toBeVisible();
    expect(screen.getByRole("button", { name: "Change dates" })).toBeDisabled();

    await pay();
    const dates = screen.getByRole("region", { name: "Dates" });
    expect(await within(dates).findByRole("alert")).toHaveTextContent("Your time to pay ran out");
    expect(screen.queryByRole("region", { name: "Time to pay" })).toBeNull();
  });
});

describe("checkout of an existing booking", () => {
  it("the checkout of an existing booking charges another card when the first one failed after approval", async () => {
    let isPaid = false;
    const unpaid: BookingDetailView = {
      ...BOOKING,
      status: "approved",
      paymentStatus: "action_required",
      nextStep: { code: "pay_again", by: "renter", until: soon() },
      allowedActions: ["pay", "cancel"],
    };
    const paid = { ...unpaid, paymentStatus: "captured", nextStep: null, allowedActions: ["cancel"] };
    const app = renderApp(
      `/checkout/${BOOKING.id}`,
      {
        ...USUAL,
        [`GET ${PATH}`]: () => (isPaid ? paid : unpaid),
        [`POST ${PATH}/refresh`]: () => (isPaid ? paid : unpaid),
        [`POST ${PATH}/payment`]: () => {
          isPaid = true;
          return { booking: unpaid, payment: null };
        },
      },
      { user: {} },
    );
    expect(await screen.findByText(/^We couldn’t charge your card\. Pay by /)).toBeVisible();
    await chooseCard(app);
    const [pay] = screen.getAllByRole("button", { name: "Pay $463.58" });
    if (pay) await app.user.click(pay);
    await waitFor(() => expect(location.pathname + location.search).toBe(`/success?booking=${BOOKING.id}`));
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Thanks for your payment");
  });

  it("[PAY-03] the checkout of an existing booking confirms the deposit in one step, with the card that paid the rental", async () => {
    const saved = { brand: "visa", expiresMonth: 12, expiresYear: 2099 };
    const face = { brand: "visa", last4: "3184" };
    const paid = { id: "p1", kind: "rental", status: "captured", card: face } as BookingDetailView["payments"][number];
    const waiting: BookingDetailView = {
      ...BOOKING,
      status: "scheduled",
      paymentStatus: "captured",
      depositStatus: "action_required",
      nextStep: { code: "secure_deposit", by: "renter", until: "2027-06-04T15:00:00.000Z" },
      allowedActions: ["pay_deposit", "cancel"],
      payments: [paid],
    };
    let isHeld = false;
    const current = () => (isHeld ? { ...waiting, depositStatus: "secured", nextStep: null } : waiting);
    const app = renderApp(
      `/checkout/${BOOKING.id}`,
      {
        ...USUAL,
        "GET /api/payments/cards": [
          { ...saved, id: "pm_newest", last4: "4242" },
          { ...saved, id: "pm_rental", last4: "3184" },
        ],
        [`GET ${PATH}`]: current,
        [`POST ${PATH}/refresh`]: current,
        [`POST ${PATH}/payment`]: { booking: waiting, payment: { clientSecret: "pi_1_secret_1" } },
        "POST /sandbox/v1/payment_intents/pi_1/confirm": () => {
          isHeld = true;
          return { status: "requires_capture", next_action: null };
        },
      },
      { user: {} },
    );
    expect(
      await screen.findByText(/^We couldn’t hold the deposit on your card\. Confirm it or use another /),
    ).toBeVisible();
    expect(await screen.findByRole("radio", { name: /^Visa ending in 3184/ })).toBeChecked();
    const [hold] = screen.getAllByRole("button", { name: "Hold $200.00" });
    await waitFor(() => expect(hold).not.toHaveAttribute("aria-busy"));
    if (hold) await app.user.click(hold);
    await waitFor(() => expect(location.search).toBe(`?booking=${BOOKING.id}&deposit=held`));
    expect(app.callsTo(`POST ${PATH}/payment`)[0]?.body).toEqual({ kind: "deposit" });
    const [confirmation] = app.callsTo("POST /sandbox/v1/payment_intents/pi_1/confirm");
    expect(String(confirmation?.body)).toContain("payment_method=pm_rental");
  });

  it("the checkout of an existing booking shows a paid booking instead of the card form", async () => {
    renderApp(`/checkout/${BOOKING.id}`, { ...USUAL, [`GET ${PATH}`]: BOOKING }, { user: {} });
    expect(await screen.findByRole("link", { name: "View booking" })).toBeVisible();
    expect(screen.queryByRole("textbox", { name: "Card number" })).toBeNull();
  });
});
