import type { QuoteRequest } from "@nexby/contract/bookings/quotes";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { dayAhead, openCalendar, quoteOf, TENT } from "../../testing/fixtures.ts";
import { ITEM } from "../../testing/item.fixture.ts";
import { type Answers, refusal, renderApp } from "../../testing/render-app.tsx";

const QUOTE = `POST /api/items/${TENT.id}/quote`;

const open = (query: string, account: { isApproved?: boolean } = {}, responses: Answers = {}) =>
  renderApp(
    `/listings/${TENT.id}${query}`,
    {
      [`GET /api/items/${TENT.id}`]: {
        ...TENT,
        offerDelivery: true,
        allowQuantity: true,
        quantityTotal: 5,
        cancellationPolicy: "flexible",
      },
      [`GET /api/items/${TENT.id}/calendar`]: ({ search }) => openCalendar(search.get("from")),
      [QUOTE]: ({ body }) => quoteOf(2500, { quantity: Number((body as QuoteRequest).quantity ?? 1) }),
      [`GET /api/items/${TENT.id}/similar`]: [],
      [`POST /api/items/${TENT.id}/views`]: { success: true },
      ...responses,
    },
    { user: account },
  );

const priceCard = async () =>
  within((await screen.findAllByRole("complementary", { name: "Price" }))[0] as HTMLElement);

describe("a rental in the URL", () => {
  const query = `?from=${dayAhead(5)}&to=${dayAhead(6)}&quantity=2&exchange=delivery&place=07040&insurance=yes`;

  it("a rental in the URL fills in the form, is quoted and is passed on to checkout", async () => {
    const { callsTo } = open(query);
    const card = await priceCard();
    const link = await card.findByRole("link", { name: "Request to book" });
    expect(link).toHaveAttribute("href", expect.stringContaining(`/combined-checkout/${TENT.id}${query}`));
    expect(card.getByRole("radio", { name: /Delivery/ })).toBeChecked();
    expect(card.getByRole("textbox", { name: "Deliver to" })).toHaveValue("07040");
    expect(await card.findByRole("switch", { name: "Add insurance: $2.50 (10% of the rental)" })).toBeChecked();
    expect(callsTo(QUOTE)).toHaveLength(1);
    expect(callsTo(QUOTE)[0]?.body).toEqual({
      startDate: dayAhead(5),
      endDate: dayAhead(6),
      quantity: 2,
      exchangeType: "delivery",
      destination: "07040",
      hasInsurance: true,
    });
  });

  it("a rental in the URL from an old link drops insurance that isn't offered anymore, and gets a new quote", async () => {
    const { callsTo } = open(
      query,
      {},
      {
        [QUOTE]: (request) =>
          (request.body as QuoteRequest).hasInsurance
            ? refusal(400, "insurance_not_offered", "Insurance isn’t offered")
            : { ...quoteOf(2500, { quantity: 2 }), insurance: null },
      },
    );
    const card = await priceCard();
    const link = await card.findByRole("link", { name: "Request to book" });
    expect(link).toHaveAttribute("href", expect.not.stringContaining("insurance"));
    expect(card.queryByRole("switch")).toBeNull();
    expect(callsTo(QUOTE).map(({ body }) => (body as QuoteRequest).hasInsurance)).toEqual([true, false]);
  });

  it.each([
    [true, "Continue"],
    [false, "Change dates"],
  ])("a rental in the URL offers the next step on a phone: approved is %s", async (isApproved, label) => {
    open(query, { isApproved });
    const [, bar] = await screen.findAllByRole("complementary", { name: "Price" });
    expect(await within(bar as HTMLElement).findByRole("button")).toHaveTextContent(label);
  });

  it("a rental in the URL shows the cancellation policy with actual dates", async () => {
    const { user } = open(query);
    const policy = within(await screen.findByRole("region", { name: "Cancellation" }));
    expect(await policy.findByText(/^Cancel by \w+ \d+, .+ for a 50% refund of the rental\.$/)).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Clear dates" }));
    expect(await policy.findByText(/^Cancel by 24 hours before the start/)).toBeVisible();
  });
});

describe("listing calendar", () => {
  it("listing calendar can be used with the keyboard", async () => {
    const month = dayAhead(45).slice(0, 7);
    const { user } = open(`?from=${month}-09&to=${month}-09`);
    const day = (number: number) =>
      screen.findByRole("button", { name: new RegExp(`^\\w+, \\w+ ${number}, ${month.slice(0, 4)}`) });
    (await day(9)).focus();
    await user.keyboard("{ArrowRight}");
    await waitFor(async () => expect(await day(10)).toHaveFocus());
    await user.keyboard("{Enter}");
    expect(location.search).toBe(`?from=${month}-09&to=${month}-10`);
  });
});

const record = { agreedCount: 1, canceledCount: 1 };
const RECORD = "Canceled 1 of 1 rental in the last year";

describe("owner cancellation record", () => {
  it("the owner cancellation record shows on the listing with a link to the owner", async () => {
    const item = { ...ITEM, isInstant: true, owner: { ...ITEM.owner, record } };
    renderApp(`/listings/${ITEM.id}`, { [`GET /api/items/${ITEM.id}`]: item });
    const owner = await screen.findByRole("link", { name: new RegExp(`^Shared by Maya.*${RECORD}$`) });
    expect(owner).toHaveAttribute("href", `/users/${ITEM.ownerId}`);
    expect(screen.getAllByText("Instant book")[0]).toBeVisible();
  });

  it("the owner cancellation record shows on the owner's profile", async () => {
    const person = {
      id: ITEM.ownerId,
      firstName: "Maya",
      lastName: "Rivera",
      profileImageUrl: null,
      city: null,
      state: null,
      memberSince: "2026-01-01T00:00:00.000Z",
      isEmailVerified: true,
      isPhoneVerified: true,
      averageRating: null,
      reviewCount: 0,
      itemCount: 0,
      asRenter: { averageRating: null, reviewCount: 0 },
      record,
    };
    renderApp(`/users/${ITEM.ownerId}`, { [`GET /api/users/${ITEM.ownerId}`]: person });
    expect(await screen.findByText(RECORD)).toBeVisible();
  });
});
