import { ACCOUNT_ENDPOINT_GROUPS } from "./accounts/account-endpoints.ts";
import { ADMIN_ENDPOINT_GROUPS } from "./admin/admin-endpoints.ts";
import { BOOKING_ENDPOINT_GROUPS } from "./bookings/booking-endpoints.ts";
import { CONTENT_ENDPOINT_GROUPS } from "./content/content-endpoints.ts";
import { DISCOVERY_ENDPOINT_GROUPS } from "./discovery/discovery-endpoints.ts";
import type { Endpoint, EndpointGroup } from "./endpoint.ts";
import { LISTING_ENDPOINT_GROUPS } from "./listings/listing-endpoints.ts";
import { MESSAGING_ENDPOINT_GROUPS } from "./messaging/messaging-endpoints.ts";
import { MONEY_ENDPOINT_GROUPS } from "./money/money-endpoints.ts";
import { REVIEW_ENDPOINTS } from "./reviews/reviews.ts";

/** All API endpoints by topic. An endpoint missing here is not mounted, documented or tested. */
export const ENDPOINT_GROUPS: readonly EndpointGroup[] = [
  ...ACCOUNT_ENDPOINT_GROUPS,
  ...DISCOVERY_ENDPOINT_GROUPS,
  ...LISTING_ENDPOINT_GROUPS,
  ...BOOKING_ENDPOINT_GROUPS,
  {
    tag: "Reviews",
    description: "Reviews by both people of a rental, secret until they are published together.",
    endpoints: REVIEW_ENDPOINTS,
  },
  ...MONEY_ENDPOINT_GROUPS,
  ...MESSAGING_ENDPOINT_GROUPS,
  ...CONTENT_ENDPOINT_GROUPS,
  ...ADMIN_ENDPOINT_GROUPS,
];

/** An endpoint with its name in code, which is its operationId, and its topic. */
export type ListedEndpoint = Endpoint & { id: string; tag: string };

export const ENDPOINTS: readonly ListedEndpoint[] = ENDPOINT_GROUPS.flatMap(({ tag, endpoints }) =>
  Object.entries(endpoints).map(([id, endpoint]) => ({ ...endpoint, id, tag })),
);
