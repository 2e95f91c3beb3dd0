import type { addFavorite, removeFavorite } from "@nexby/contract/discovery/saved";
import type { QueryClient } from "@tanstack/react-query";
import { write } from "./api/queries.ts";
import { listFavoriteIds, listFavorites, takePendingFavorite, type Wanted } from "./favorites.ts";
import { problemsOf } from "./form-errors.ts";
import { newKey } from "./format.ts";
import { toasts } from "./toasts.ts";

/** One after the other, so that the last press is what counts. */
const MUTATION_KEY = ["favorites"];

type Change = Wanted & { isWanted: boolean };

/** Shown before the server has answered; taken back should it not agree. What was removed can be brought back. */
export async function changeFavorite(client: QueryClient, change: Change, onView: () => void): Promise<void> {
  const { itemId, title, isWanted } = change;
  const key = newKey();
  const mutation = client.getMutationCache().build<unknown, Error, undefined, unknown>(client, {
    ...client.getDefaultOptions().mutations,
    mutationKey: MUTATION_KEY,
    scope: { id: "favorites" },
    mutationFn: () => send(itemId, isWanted, key),
    onMutate: () => show(client, itemId, isWanted),
  });
  try {
    await mutation.execute(undefined);
    toasts.show(
      isWanted
        ? { title: "Saved to your favorites", description: title, action: { label: "View", act: onView } }
        : {
            title: "Removed from your favorites",
            description: title,
            action: { label: "Undo", act: () => void changeFavorite(client, { ...change, isWanted: true }, onView) },
          },
    );
  } catch (error) {
    await show(client, itemId, !isWanted);
    const description = problemsOf(error, []).message ?? undefined;
    toasts.show({ title: isWanted ? "Not saved" : "Not removed", description, isDestructive: true });
  } finally {
    if (client.isMutating({ mutationKey: MUTATION_KEY }) === 0) void readAgain(client);
  }
}

/** What somebody wanted to keep when they were asked to sign in. */
export async function applyPendingFavorite(client: QueryClient, onView: () => void): Promise<void> {
  const wanted = takePendingFavorite();
  if (wanted) await changeFavorite(client, { ...wanted, isWanted: true }, onView);
}

const send = (itemId: string, isWanted: boolean, key: string) =>
  isWanted
    ? write<typeof addFavorite>("PUT", "/api/favorites", itemId)(key)
    : write<typeof removeFavorite>("DELETE", "/api/favorites", itemId)(key);

async function show(client: QueryClient, itemId: string, isWanted: boolean): Promise<void> {
  const { queryKey } = listFavoriteIds();
  // A read under way would bring back how it was.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (ids = []) => {
    const others = ids.filter((id) => id !== itemId);
    return isWanted ? [itemId, ...others] : others;
  });
}

/** The list keeps its places while it is open, for what is brought back to return to. */
async function readAgain(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: listFavorites().queryKey, refetchType: "none" });
  await client.invalidateQueries({ queryKey: listFavoriteIds().queryKey });
}
