import type { CategoryView } from "@nexby/contract/listings/categories";
import type { ItemDetailView, ItemView } from "@nexby/contract/listings/items";
import type { APIRequestContext } from "@playwright/test";

/** Reads the API, to compare its data with the pages. */
async function read<Body>(request: APIRequestContext, path: string): Promise<Body> {
  const response = await request.get(path);
  if (!response.ok()) throw new Error(`GET ${path} answered ${response.status()}`);
  return (await response.json()) as Body;
}

export const readCategories = (request: APIRequestContext) => read<CategoryView[]>(request, "/api/categories");

export const readItems = (request: APIRequestContext, category?: string) =>
  read<ItemView[]>(request, category ? `/api/items?category=${category}` : "/api/items");

export const readItem = (request: APIRequestContext, itemId: string) =>
  read<ItemDetailView>(request, `/api/items/${itemId}`);

/** The first 100 items. */
async function readAllItems(request: APIRequestContext): Promise<ItemView[]> {
  return read<ItemView[]>(request, "/api/items?limit=100");
}

/** Items of the demo data only: other tests list and remove their own items at the same time. */
export async function readDemoItems(request: APIRequestContext): Promise<ItemView[]> {
  return (await readAllItems(request)).filter(({ images }) => images[0]?.startsWith("/media/demo/"));
}

/** Demo items that are rented by the day. */
export async function readDemoRentals(request: APIRequestContext): Promise<ItemView[]> {
  return (await readDemoItems(request)).filter(({ category }) => category?.name !== "Food Trucks");
}
