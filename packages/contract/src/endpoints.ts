import {
  getCurrentUser,
  listSessions,
  revokeOtherSessions,
  revokeSession,
  signIn,
  signOut,
  signUp,
} from "./accounts.ts";
import { listCategories } from "./categories.ts";
import { moveClock } from "./clock.ts";
import type { Endpoint } from "./endpoint.ts";
import { followEvents } from "./events.ts";
import { getItem, listItems } from "./items.ts";
import { getHealth, getReadiness } from "./operations.ts";
import { getActiveTerms } from "./terms.ts";

/** Every call of the API. What is not here is not mounted, not documented and not tested. */
export const ENDPOINTS: readonly Endpoint[] = [
  signUp,
  signIn,
  signOut,
  getCurrentUser,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  getActiveTerms,
  listCategories,
  listItems,
  getItem,
  followEvents,
  moveClock,
  getHealth,
  getReadiness,
];
