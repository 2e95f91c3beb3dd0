import type { forgetAllViews, forgetView, listRecentlyViewed } from "@nexby/contract/recently-viewed";
import type { QueryClient } from "@tanstack/react-query";
import { read, readPages } from "../../../lib/read.ts";
import { write } from "../../../lib/write.ts";

/** Looking at items changes it, so it is read anew each time it is shown. */
const ALWAYS = { staleTime: 0 };

export const recentlyViewed = () => ({ ...read<typeof listRecentlyViewed>("/api/recently-viewed"), ...ALWAYS });

/** Only the latest few. */
export const lastViewed = (limit: number) => ({
  ...readPages<typeof listRecentlyViewed>(`/api/recently-viewed?limit=${limit}`),
  ...ALWAYS,
});

const sendForget = (key: string, itemId: string) =>
  write<typeof forgetView>("DELETE", "/api/recently-viewed", itemId)(key);
const sendForgetAll = write<typeof forgetAllViews>("DELETE", "/api/recently-viewed");

export async function forgetOne(client: QueryClient, key: string, itemId: string): Promise<void> {
  await sendForget(key, itemId);
  client.setQueryData(recentlyViewed().queryKey, (items) => items?.filter(({ id }) => id !== itemId));
}

export async function forgetAll(client: QueryClient, key: string): Promise<void> {
  await sendForgetAll(key);
  client.setQueryData(recentlyViewed().queryKey, []);
}
