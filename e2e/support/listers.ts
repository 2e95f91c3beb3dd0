import type { OwnItemView } from "@nexby/contract/listings/items";
import type { ListingInput } from "@nexby/contract/listings/listing-fields";
import { type APIRequestContext, type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { approve, createAccount, type Person, readCurrentUser, uniquePhone } from "./accounts.ts";
import { readCategories } from "./api.ts";

/** New user who may list: approved and with a complete profile. */
export async function createLister(browser: Browser, context: BrowserContext, name?: string): Promise<Person> {
  const person = await createAccount(context.request, name);
  await completeProfile(context.request);
  const me = await readCurrentUser(context.request);
  await approve(browser, me?.id ?? "");
  return person;
}

export async function completeProfile(request: APIRequestContext): Promise<void> {
  const data = { phoneNumber: uniquePhone(), city: "Maplewood", state: "NJ" };
  expect((await request.patch("/api/profile", { data })).status()).toBe(200);
}

/** A single gray pixel: encoding a real photo in all sizes costs the server two seconds of CPU. */
export const PLAIN_PHOTO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOYCQAAmwCarS5ItAAAAABJRU5ErkJggg==",
  "base64",
);

/** Uploads three photos like the form does. */
export async function uploadPhotos(request: APIRequestContext): Promise<string[]> {
  const addresses: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const file = { name: "photo.png", mimeType: "image/png", buffer: PLAIN_PHOTO };
    const response = await request.post("/api/photos", { multipart: { file } });
    expect(response.status()).toBe(201);
    addresses.push(((await response.json()) as { url: string }).url);
  }
  return addresses;
}

export async function categoryIdsOf(request: APIRequestContext, ...slugs: string[]): Promise<string[]> {
  const categories = await readCategories(request);
  return slugs.map((slug) => categories.find((category) => category.slug === slug)?.id ?? "");
}

/** Viewable, but not owned by anyone, so the server would reject them. */
const DEMO_PHOTOS = [1, 2, 3].map((number) => `/media/demo/dome-tent-${number}/full.webp`);

/** Saves a complete draft with the given changes. */
export async function saveDraft(request: APIRequestContext, changes: Record<string, unknown> = {}): Promise<void> {
  const content = {
    images: DEMO_PHOTOS,
    title: "Dome tent",
    description: "Sleeps four.",
    categoryIds: await categoryIdsOf(request, "camping-and-outdoor"),
    condition: "used",
    dailyRate: "25",
    location: "Maplewood, NJ 07040",
    ...changes,
  };
  const response = await request.put("/api/owner/drafts", { data: { itemId: null, content } });
  expect(response.status()).toBe(200);
}

export async function readOwnItem(request: APIRequestContext, itemId: string): Promise<OwnItemView> {
  const response = await request.get(`/api/owner/items/${itemId}`);
  expect(response.status()).toBe(200);
  return (await response.json()) as OwnItemView;
}

export async function createListing(
  request: APIRequestContext,
  changes: Partial<ListingInput> = {},
): Promise<OwnItemView> {
  const data = {
    images: await uploadPhotos(request),
    title: "Dome tent",
    categoryIds: await categoryIdsOf(request, "camping-and-outdoor"),
    dailyRate: "25",
    location: "Maplewood, NJ 07040",
    ...changes,
  };
  const response = await request.post("/api/items", { data });
  expect(response.status()).toBe(201);
  return (await response.json()) as OwnItemView;
}

export const next = (page: Page) => page.getByRole("button", { name: "Next", exact: true });

export const stepHeading = (page: Page, name: string) =>
  page.getByRole("main").getByRole("heading", { level: 2, name, exact: true });

export const stepLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("link", { name });
