import type { addFavorite, removeFavorite } from "@nexby/contract/discovery/saved";
import type { QueryClient } from "@tanstack/react-query";
import { write } from "../../lib/api/queries.ts";
import { newKey } from "../../lib/browser/intents.ts";
import { sessionMemory } from "../../lib/browser/storage.ts";
import { type FavoriteItem, listFavoriteIds, listFavorites, PENDING_KEY } from "../../lib/favorites.ts";
import { problemsOf } from "../../lib/form-errors.ts";
import { toasts } from "../../lib/toasts.ts";

/** Changes run one by one, so the last press wins. */
const MUTATION_KEY = ["favorites"];

type Change = FavoriteItem & { isFavorite: boolean };

/** Shows the change before the server responds and reverts it if the server rejects it. A removal can be undone. */
export async function changeFavorite(client: QueryClient, change: Change, onView: () => void): Promise<void> {
  const { itemId, title, isFavorite } = change;
  const key = newKey();
  const mutation = client.getMutationCache().build<unknown, Error, undefined, unknown>(client, {
    ...client.getDefaultOptions().mutations,
    mutationKey: MUTATION_KEY,
    scope: { id: "favorites" },
    mutationFn: () => send(itemId, isFavorite, key),
    onMutate: () => show(client, itemId, isFavorite),
  });
  try {
    await mutation.execute(undefined);
    toasts.show(
      isFavorite
        ? { title: "Saved to your favorites", description: title, action: { label: "View", act: onView } }
        : {
            title: "Removed from your favorites",
            description: title,
            action: { label: "Undo", act: () => void changeFavorite(client, { ...change, isFavorite: true }, onView) },
          },
    );
  } catch (error) {
    await show(client, itemId, !isFavorite);
    const description = problemsOf(error, []).message ?? undefined;
    toasts.show({ title: isFavorite ? "Not saved" : "Not removed", description, isDestructive: true });
  } finally {
    if (client.isMutating({ mutationKey: MUTATION_KEY }) === 0) void invalidateFavorites(client);
  }
}

/** Saves the favorite that a visitor chose before signing in. */
export async function applyPendingFavorite(client: QueryClient, onView: () => void): Promise<void> {
  const pending = takePendingFavorite();
  if (pending) await changeFavorite(client, { ...pending, isFavorite: true }, onView);
}

const send = (itemId: string, isFavorite: boolean, key: string) =>
  isFavorite
    ? write<typeof addFavorite>("PUT", "/api/favorites", itemId)(key)
    : write<typeof removeFavorite>("DELETE", "/api/favorites", itemId)(key);

async function show(client: QueryClient, itemId: string, isFavorite: boolean): Promise<void> {
  const { queryKey } = listFavoriteIds();
  // A read in flight would bring back the previous state.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (ids = []) => {
    const others = ids.filter((id) => id !== itemId);
    return isFavorite ? [itemId, ...others] : others;
  });
}

/** An open list is not refetched, so that an undone removal returns to its place. */
async function invalidateFavorites(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: listFavorites().queryKey, refetchType: "none" });
  await client.invalidateQueries({ queryKey: listFavoriteIds().queryKey });
}

/** A favorite chosen before signing in is given up after this time. */
const PENDING_MS = 30 * 60_000;

/** Removes it, so that it is applied only once. */
function takePendingFavorite(): FavoriteItem | null {
  const stored = sessionMemory.get(PENDING_KEY);
  sessionMemory.remove(PENDING_KEY);
  try {
    const { itemId, title, since } = JSON.parse(stored ?? "null") ?? {};
    const isValid = typeof itemId === "string" && typeof title === "string" && Date.now() - since < PENDING_MS;
    return isValid ? { itemId, title } : null;
  } catch {
    return null;
  }
}
