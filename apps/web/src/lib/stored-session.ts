import { forgetAuthState } from "./auth-state.ts";
import { forgetToken } from "./auth-token.ts";
import { sessionMemory } from "./safe-storage.ts";

/** Nobody is signed in any more: what this tab remembers of them goes. */
export function forgetStoredSession(): void {
  forgetAuthState(sessionMemory);
  forgetToken(sessionMemory);
}
