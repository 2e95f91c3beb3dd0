import { randomUUID } from "node:crypto";
import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { CheckoutView, ReservationView } from "@nexby/contract/bookings/checkout";
import type { QuoteView } from "@nexby/contract/bookings/quotes";
import type { APIRequestContext, Page } from "@playwright/test";
import { SandboxProvider } from "../../apps/web/src/components/card-form/sandbox-provider.ts";
import { createLister, PLAIN_PHOTO } from "./listers.ts";
import { recordProblems } from "./page-problems.ts";
import { freeRange, readDays } from "./rental-form.ts";
import { expect, keepStill, test } from "./test.ts";

const CARD = { number: "4242 4242 4242 4242", expiry: "12/34", code: "123", zip: "07040" };

async function post<Body>(request: APIRequestContext, path: string, data: unknown, status = 200): Promise<Body> {
  const response = await request.post(path, { data });
  expect(response.status(), `POST ${path}: ${await response.text()}`).toBe(status);
  return (await response.json()) as Body;
}

export async function readBooking(request: APIRequestContext, bookingId: string): Promise<BookingDetailView> {
  const response = await request.get(`/api/bookings/${bookingId}`);
  expect(response.status()).toBe(200);
  return (await response.json()) as BookingDetailView;
}

/** The renter's condition report with a photo, without which receipt can't be confirmed. */
export async function reportPickup(renter: APIRequestContext, bookingId: string): Promise<void> {
  const photoId = randomUUID();
  const file = { name: "photo.png", mimeType: "image/png", buffer: PLAIN_PHOTO };
  const photo = await renter.post(`/api/bookings/${bookingId}/photos/${photoId}?stage=pickup`, { multipart: { file } });
  expect(photo.status(), await photo.text()).toBe(201);
  const data = { phase: "check_out", condition: "good", photoIds: [photoId] };
  const report = await renter.put(`/api/bookings/${bookingId}/condition-reports/${randomUUID()}`, { data });
  expect(report.status(), await report.text()).toBe(200);
}

type RentalOptions = { days?: number; quantity?: number; message?: string; card?: string; deliverTo?: string };

/** Reserves the first available days from tomorrow on. They are held until payment. */
export async function reserveItem(
  renter: APIRequestContext,
  itemId: string,
  { days = 1, quantity = 1, message = "", deliverTo }: Omit<RentalOptions, "card"> = {},
): Promise<string> {
  const { from, to } = freeRange((await readDays(renter, itemId)).slice(1), days);
  const delivery = deliverTo === undefined ? {} : { exchangeType: "delivery", destination: deliverTo };
  const dates = { startDate: from, endDate: to, quantity, ...delivery };
  const { price } = await post<QuoteView>(renter, `/api/items/${itemId}/quote`, dates);
  const terms = (await (await renter.get("/api/terms/active")).json()) as { version: number };
  const { bookingId } = await post<ReservationView>(
    renter,
    "/api/bookings",
    {
      ...dates,
      itemId,
      attemptId: randomUUID(),
      totalCents: price?.totalCents,
      depositCents: price?.depositCents,
      policy: price?.policy,
      pieces: price?.pieces,
      message,
      termsVersion: terms.version,
      acceptsTerms: true,
      acceptsLaterCharges: true,
    },
    201,
  );
  return bookingId;
}

/** Reserves the days and authorizes the card, so that the request goes to the owner. */
export async function requestItem(
  renter: APIRequestContext,
  itemId: string,
  { card = CARD.number, ...options }: RentalOptions = {},
): Promise<BookingDetailView> {
  const bookingId = await reserveItem(renter, itemId, options);
  const { payment } = await post<CheckoutView>(renter, `/api/bookings/${bookingId}/payment`, {});
  await payWithCard(renter, payment?.clientSecret ?? "", card);
  return post<BookingDetailView>(renter, `/api/bookings/${bookingId}/refresh`, {});
}

/** Saves a card like the profile's form does. */
export async function saveCard(request: APIRequestContext, number = CARD.number): Promise<void> {
  const { clientSecret } = await post<{ clientSecret: string }>(request, "/api/payments/cards", {});
  const provider = await cardProvider(request);
  expect((await provider.confirm("setup", clientSecret, { ...CARD, number })).status).toBe("succeeded");
}

async function payWithCard(request: APIRequestContext, clientSecret: string, number: string): Promise<void> {
  const provider = await cardProvider(request);
  expect((await provider.confirm("payment", clientSecret, { ...CARD, number })).status).toBe("succeeded");
}

async function cardProvider(request: APIRequestContext): Promise<SandboxProvider> {
  const config = await request.get("/api/payments/config");
  const { publishableKey, sandboxUrl } = await config.json();
  const address = new URL(sandboxUrl, config.url()).href;
  return new SandboxProvider({ publishableKey, sandboxUrl: address });
}

export type Participant = { page: Page; request: APIRequestContext };

/** Renter and owner who may both rent and list, each with their own browser context. */
export const bookingTest = test.extend<{ renter: Participant; owner: Participant }>({
  renter: async ({ browser, context, page }, use) => {
    await createLister(browser, context, "Omar Haddad");
    await use({ page, request: context.request });
  },

  owner: async ({ browser, expectedProblems }, use) => {
    const context = await browser.newContext();
    await keepStill(context);
    const problems = await recordProblems(context);
    await createLister(browser, context, "Maya Rivera");
    await use({ page: await context.newPage(), request: context.request });
    expect(problems.filter((problem) => !expectedProblems?.test(problem))).toEqual([]);
    await context.close();
  },
});
