import type { CategoryView } from "@nexby/contract/listings/categories";
import type { ItemDetailView, ItemView } from "@nexby/contract/listings/items";
import type { APIRequestContext } from "@playwright/test";

/** What the API answers, to compare the pages with. */
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

/** Every item, following the pages. */
export async function readAllItems(request: APIRequestContext): Promise<ItemView[]> {
  return read<ItemView[]>(request, "/api/items?limit=100");
}

/** What comes with the demo: other tests list and take down items of their own meanwhile. */
export async function readDemoItems(request: APIRequestContext): Promise<ItemView[]> {
  return (await readAllItems(request)).filter(({ images }) => images[0]?.startsWith("/media/demo/"));
}

/** Those that are rented by the day. */
export async function readDemoRentals(request: APIRequestContext): Promise<ItemView[]> {
  return (await readDemoItems(request)).filter(({ category }) => category?.name !== "Food Trucks");
}
