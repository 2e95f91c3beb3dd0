import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { browserClient, clearPolledResponses } from "./api/client.ts";
import { USER_OPTIONS } from "./api/errors.ts";
import { optionalRead } from "./api/queries.ts";
import { CURRENT_USER_PATH } from "./api/request.ts";
import { sessionMemory } from "./browser/storage.ts";
import { clearStoredSession, lastSeen, readAuthState, storeAuthState, userIn } from "./stored-session.ts";

const POLL_MS = 30_000;

const readUser = optionalRead(browserClient);

/** The signed-in user; null for a visitor. */
const currentUser = () =>
  queryOptions<CurrentUserView | null>({
    ...USER_OPTIONS,
    queryKey: [CURRENT_USER_PATH],
    queryFn: async (context) => {
      const user = userIn(await readUser(context));
      if (user) storeAuthState(sessionMemory, user, Date.now());
      else {
        clearStoredSession();
        clearPolledResponses();
      }
      return user;
    },
    throwOnError: false,
  });

export type Session = {
  /** Null for a visitor, undefined while unknown. */
  user: CurrentUserView | null | undefined;
  /** True once the server has confirmed it for this page; before that, it is what the tab has stored. */
  isConfirmed: boolean;
  isError: boolean;
  retry: () => void;
};

export function useSession(): Session {
  const { data: user, dataUpdatedAt, isError, refetch } = useQuery(currentUser());
  return {
    user,
    isConfirmed: user !== undefined && dataUpdatedAt >= performance.timeOrigin,
    isError: isError && user === undefined,
    retry: () => void refetch(),
  };
}

/** For the whole app: checks at the start, whenever the user returns to it, and periodically while signed in. */
export function useSessionChecks(): void {
  useQuery({
    ...currentUser(),
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) => (state.data ? POLL_MS : false),
  });
}

/** Shows what this tab has stored until the server responds. */
export function restoreCurrentUser(client: QueryClient): void {
  const stored = readAuthState(sessionMemory, Date.now());
  if (!stored) return;
  // The previous page keeps checking until this page takes over, and its checks do not count for this page.
  const updatedAt = Math.min(stored.checkedAt, performance.timeOrigin - 1);
  client.setQueryData(currentUser().queryKey, stored.user, { updatedAt });
}

/** After a sign-in, or when the server reports a change of the account. */
export function keepCurrentUser(client: QueryClient, user: CurrentUserView): void {
  const before = client.getQueryData(currentUser().queryKey);
  if (before?.id !== user.id) {
    client.removeQueries({ type: "inactive" });
    clearPolledResponses();
  }
  storeAuthState(sessionMemory, user, Date.now());
  client.setQueryData(currentUser().queryKey, user);
}

export const refreshCurrentUser = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: currentUser().queryKey });

/** The server ends the session, and that of the sign-in provider where there is one. */
export function signOut(client: QueryClient): void {
  // A response that is still on its way would be stored.
  void client.cancelQueries();
  client.clear();
  clearPolledResponses();
  clearStoredSession();
  lastSeen.user = null;
  // A browser may keep the page and restore it with everything that was on it.
  addEventListener("pageshow", () => location.reload(), { once: true });
  location.assign("/api/logout");
}
