import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { browserClient, forgetAnswers } from "./api/client.ts";
import { USER_OPTIONS } from "./api/errors.ts";
import { optionalRead } from "./api/queries.ts";
import { CURRENT_USER_PATH } from "./api/request.ts";
import { sessionMemory } from "./browser/storage.ts";
import { clearStoredSession, keepAuthState, readAuthState, userIn } from "./stored-session.ts";

const POLL_MS = 30_000;

const readUser = optionalRead(browserClient);

/** The signed-in person; null is a visitor. */
const currentUser = () =>
  queryOptions<CurrentUserView | null>({
    ...USER_OPTIONS,
    queryKey: [CURRENT_USER_PATH],
    queryFn: async (context) => {
      const user = userIn(await readUser(context));
      if (user) keepAuthState(sessionMemory, user, Date.now());
      else {
        clearStoredSession();
        forgetAnswers();
      }
      return user;
    },
    throwOnError: false,
  });

export type Session = {
  /** Null is a visitor; undefined while nobody knows. */
  user: CurrentUserView | null | undefined;
  /** The server has said so since this page was opened; before that it is what the tab remembers. */
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

/** For the app as a whole: asks at the start and whenever somebody comes back to it, and again and again while signed in. */
export function useSessionChecks(): void {
  useQuery({
    ...currentUser(),
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) => (state.data ? POLL_MS : false),
  });
}

/** What this tab remembers is shown until the server has answered. */
export function restoreCurrentUser(client: QueryClient): void {
  const stored = readAuthState(sessionMemory, Date.now());
  if (!stored) return;
  // The page before goes on asking until this one is there, and what it heard is no answer to this one.
  const updatedAt = Math.min(stored.checkedAt, performance.timeOrigin - 1);
  client.setQueryData(currentUser().queryKey, stored.user, { updatedAt });
}

/** After a sign-in, or when the server says what has become of the account. */
export function keepCurrentUser(client: QueryClient, user: CurrentUserView): void {
  const before = client.getQueryData(currentUser().queryKey);
  if (before?.id !== user.id) {
    client.removeQueries({ type: "inactive" });
    forgetAnswers();
  }
  keepAuthState(sessionMemory, user, Date.now());
  client.setQueryData(currentUser().queryKey, user);
}

export const refreshCurrentUser = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: currentUser().queryKey });

/** The server ends the session, and the identity provider's where there is one. */
export function signOut(client: QueryClient): void {
  // An answer that is still on its way would be remembered.
  void client.cancelQueries();
  client.clear();
  forgetAnswers();
  clearStoredSession();
  // A browser may keep the page as it is and bring it back with what was on it.
  addEventListener("pageshow", () => location.reload(), { once: true });
  location.assign("/api/logout");
}
