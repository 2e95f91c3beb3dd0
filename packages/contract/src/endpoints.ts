import { listCategories } from "./categories.ts";
import { moveClock } from "./clock.ts";
import type { Endpoint } from "./endpoint.ts";
import { followEvents } from "./events.ts";
import { getItem, listItems } from "./items.ts";
import { getHealth, getReadiness } from "./operations.ts";

/** Every call of the API. What is not here is not mounted, not documented and not tested. */
export const ENDPOINTS: readonly Endpoint[] = [
  listCategories,
  listItems,
  getItem,
  followEvents,
  moveClock,
  getHealth,
  getReadiness,
];
