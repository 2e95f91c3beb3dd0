import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import type { QuoteRequest } from "@nexby/contract/bookings/quotes";
import type { ItemDetailView } from "@nexby/contract/listings/items";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { dayAhead, openCalendar, quoteOf, TENT } from "../../testing/fixtures.ts";
import { type Answers, refusal, renderApp } from "../../testing/render-app.tsx";

const PATH = `/listings/${TENT.id}`;
const DATES = `?from=${dayAhead(5)}&to=${dayAhead(6)}`;

type Options = { item?: Partial<ItemDetailView>; responses?: Answers; user?: Partial<CurrentUserView> };

const open = (query: string, { item, responses, user }: Options = {}) =>
  renderApp(
    PATH + query,
    {
      [`GET /api/items/${TENT.id}`]: { ...TENT, ...item },
      [`GET /api/items/${TENT.id}/calendar`]: ({ search }) => openCalendar(search.get("from")),
      [`POST /api/items/${TENT.id}/quote`]: ({ body }) => {
        const { quantity = 1 } = body as QuoteRequest;
        return quoteOf(2500 * Number(quantity), { quantity: Number(quantity) });
      },
      [`GET /api/items/${TENT.id}/similar`]: [],
      [`POST /api/items/${TENT.id}/views`]: { success: true },
      ...responses,
    },
    { user },
  );

/** The side card; narrow screens have a bar with the same name. */
const priceCard = async () =>
  within((await screen.findAllByRole("complementary", { name: "Price" }))[0] as HTMLElement);
const here = () => location.pathname + location.search;
const dayNumber = (date: string) => Number(date.slice(8));
const dayButton = (date: string, name: string) =>
  screen.findByRole("button", { name: new RegExp(`^\\w+, \\w+ ${dayNumber(date)}, ${date.slice(0, 4)}${name}$`) });

describe("listing calendar days", () => {
  it("[AVAIL-01] listing calendar days that are booked or have no handoff cannot be selected, and say why", async () => {
    const month = dayAhead(45).slice(0, 7);
    const [booked, closed] = [`${month}-10`, `${month}-11`];
    open(`?from=${month}-09`, {
      responses: {
        [`GET /api/items/${TENT.id}/calendar`]: ({ search }) => {
          const calendar = openCalendar(search.get("from"), (date) => date !== booked);
          return { ...calendar, days: calendar.days.map((day) => ({ ...day, isHandoffDay: day.date !== closed })) };
        },
      },
    });
    expect(await dayButton(booked, ", not available")).toBeDisabled();
    expect(await dayButton(closed, ", no handoff on this day")).toBeDisabled();
  });

  it("listing calendar days are kept in the URL when selected and removed when cleared", async () => {
    const first = dayAhead(0);
    const { user } = open("");
    await user.click(await dayButton(first, ".*"));
    expect(here()).toBe(`${PATH}?from=${first}&to=${first}`);
    await user.click(await screen.findByRole("button", { name: "Clear dates" }));
    expect(here()).toBe(PATH);
  });
});

describe("rental price", () => {
  it("the rental price stays visible while a new quote loads, and only the last response counts", async () => {
    let respond = () => {};
    const delayed = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const { user, callsTo } = open(DATES, {
      item: { allowQuantity: true, quantityTotal: 9 },
      responses: {
        [`POST /api/items/${TENT.id}/quote`]: async ({ body }) => {
          const quantity = Number((body as QuoteRequest).quantity ?? 1);
          if (quantity > 1) await delayed;
          return quoteOf(2500 * quantity, { quantity });
        },
      },
    });
    const card = await priceCard();
    const total = (await card.findByText("Total")).parentElement as HTMLElement;
    expect(total).toHaveTextContent("$25.00");
    const more = card.getByRole("button", { name: "More" });
    await user.click(more);
    await user.click(more);
    await waitFor(() =>
      expect(callsTo(`POST /api/items/${TENT.id}/quote`).at(-1)?.body).toMatchObject({ quantity: 3 }),
    );
    expect(total.closest("[aria-busy=true]")).toHaveTextContent("$25.00");
    expect(card.getByRole("button", { name: "Request to book" })).toBeDisabled();
    respond();
    await waitFor(() => expect(total).toHaveTextContent("$75.00"));
    expect(card.getByRole("link", { name: "Request to book" })).toBeVisible();
  });

  it("rental price can be reloaded after a failure", async () => {
    let isDown = true;
    const { user } = open(DATES, {
      responses: {
        [`POST /api/items/${TENT.id}/quote`]: () => (isDown ? refusal(400, "validation_failed", "No") : quoteOf(2500)),
      },
    });
    const card = await priceCard();
    expect(await card.findByRole("alert")).toHaveTextContent("We couldn’t load the price.");
    isDown = false;
    await user.click(card.getByRole("button", { name: "Try again" }));
    expect((await card.findByText("Total")).parentElement).toHaveTextContent("$25.00");
  });
});

it("[LIST-01] the listing page lists the pieces of a kit with the price of each", async () => {
  const pieces = [
    { name: "Tent pole", count: 4, priceCents: 1250 },
    { name: "Bag", count: 1, priceCents: 0 },
  ];
  open("", { item: { pieces } });
  const included = within(await screen.findByRole("region", { name: "What’s included" }));
  expect(included.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "4 × Tent pole$12.50 each",
    "1 × BagNo charge",
  ]);
});

/** What a listing page says about each field. A field that it doesn't show is null. */
const SHOWN: Record<keyof ItemDetailView, string | null> = {
  title: "Six-person tent",
  description: "Room for six.",
  dailyRate: "$31",
  owner: "Shared by Zoe Q.",
  location: "Around Verona, NJ",
  condition: "Like new",
  averageRating: "4.6",
  reviewCount: "from 17 reviews",
  isInstant: "Confirmed right away",
  depositAmount: "$151, refundable",
  cleaningFee: "$13 per rental",
  lateReturnFee: "$21 per day late",
  setupFlatFeeCents: "$25 per rental",
  setupPerUnitFeeCents: "$1.50 per unit",
  minRentalDays: "3 to",
  maxRentalDays: "to 19 days",
  offerPickup: "Pickup",
  offerMeetup: "meetup",
  offerDelivery: "or delivery",
  deliveryFee: "($12)",
  deliveryRadius: "within 5 mi",
  allowQuantity: "per booking",
  quantityTotal: "8 total",
  quantityMinPerBooking: "2 to",
  quantityMaxPerBooking: "to 7 per booking",
  cancellationPolicy: "Strict",
  pieces: "4 × Tent pole",
  availabilityNotes: "Not in heavy rain",
  // Pictures, the map and links.
  id: null,
  ownerId: null,
  images: null,
  placeholder: null,
  placeholders: null,
  latitude: null,
  longitude: null,
  // The trail of pages leads through them.
  category: null,
  categories: null,
  // The calendar and the price follow from them.
  isAvailable: null,
  timezone: null,
  turnaroundMinutes: null,
  replacementValueCents: null,
  // Only a food truck has one, with a part of the page of its own.
  foodTruck: null,
};

it("[LIST-01] a listing's page shows each field that a renter has to know", async () => {
  open("", {
    item: {
      title: "Six-person tent",
      description: "Room for six.",
      dailyRate: "31.00",
      owner: { ...TENT.owner, firstName: "Zoe", lastName: "Q." },
      location: "Verona, NJ",
      condition: "like_new",
      averageRating: 4.6,
      reviewCount: 17,
      isInstant: true,
      depositAmount: "151.00",
      cleaningFee: "13.00",
      lateReturnFee: "21.00",
      setupFlatFeeCents: 2500,
      setupPerUnitFeeCents: 150,
      minRentalDays: 3,
      maxRentalDays: 19,
      offerPickup: true,
      offerMeetup: true,
      offerDelivery: true,
      deliveryFee: "12.00",
      deliveryRadius: 5,
      allowQuantity: true,
      quantityTotal: 8,
      quantityMinPerBooking: 2,
      quantityMaxPerBooking: 7,
      cancellationPolicy: "strict",
      pieces: [{ name: "Tent pole", count: 4, priceCents: 1250 }],
      availabilityNotes: "Not in heavy rain",
    },
  });
  await screen.findByRole("region", { name: "Good to know" });
  const page = document.body.textContent;
  for (const text of Object.values(SHOWN)) if (text !== null) expect(page).toContain(text);
});

it("the listing page lists no pieces for an item that is not a kit", async () => {
  open("");
  expect(await screen.findByRole("region", { name: "Good to know" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "What’s included" })).toBeNull();
});

describe("checkout link", () => {
  it("the checkout link is enabled for approved users only", async () => {
    open(DATES, { user: { isApproved: false } });
    const card = await priceCard();
    expect(await card.findByRole("button", { name: "Request to book" })).toBeDisabled();
    expect(card.getByText(/^You can rent items once we approve your account\./)).toBeVisible();
  });

  it("the checkout link sends a visitor to sign in first", async () => {
    open(DATES);
    expect(await (await priceCard()).findByRole("link", { name: "Request to book" })).toHaveAttribute(
      "href",
      expect.stringContaining(`/auth?returnTo=${encodeURIComponent(`/combined-checkout/${TENT.id}${DATES}`)}`),
    );
  });

  it("the checkout link is replaced by a link to the listing form for the owner", async () => {
    open(DATES, { user: { id: TENT.ownerId } });
    expect(await (await priceCard()).findByRole("link", { name: "Edit listing" })).toHaveAttribute(
      "href",
      `${PATH}/edit`,
    );
  });

  it("the checkout link is hidden while the owner has paused the listing", async () => {
    open(DATES, { item: { isAvailable: false }, user: {} });
    const card = await priceCard();
    expect(await card.findByText("The owner isn’t renting this out right now.")).toBeVisible();
    expect(card.queryByRole("link", { name: "Request to book" })).not.toBeInTheDocument();
  });
});

describe("a listing", () => {
  it("a listing that does not exist shows an error with a link to other items", async () => {
    const { user } = renderApp(PATH, { [`GET /api/items/${TENT.id}`]: refusal(404, "not_found", "Not found") });
    expect(await screen.findByRole("heading", { level: 1, name: "Listing not found" })).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Browse items near you" }));
    expect(here()).toBe("/browse");
  });

  it("a listing shows how often its owner cancels", async () => {
    open("", { item: { owner: { ...TENT.owner, record: { agreedCount: 4, canceledCount: 1 } } } });
    expect(await screen.findByRole("link", { name: /Canceled 1 of 4 rentals in the last year/ })).toHaveAttribute(
      "href",
      `/users/${TENT.ownerId}`,
    );
  });

  it("[CARD-04] a listing without photos says that there is no image", async () => {
    open("", { item: { images: [] } });
    expect(await screen.findByRole("img", { name: "Image unavailable" })).toBeVisible();
  });

  it("a listing counts one view per visit", async () => {
    const { callsTo } = open("");
    await screen.findByRole("heading", { level: 1, name: "Dome tent" });
    await waitFor(() => expect(callsTo(`POST /api/items/${TENT.id}/views`)).toHaveLength(1));
  });
});

it("[REV-02] a listing's average fills its last star in part", async () => {
  open("", { item: { averageRating: 4.5, reviewCount: 2 } });
  const reviews = await screen.findByRole("region", { name: "Reviews" });
  expect(within(reviews).getByText("4.5")).toBeVisible();
  const clips = [...reviews.querySelectorAll<HTMLElement>("[style]")].map(({ style }) => style.clipPath);
  expect(clips).toContain("inset(0 10% 0 0)");
});
