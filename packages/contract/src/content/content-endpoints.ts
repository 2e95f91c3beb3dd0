import type { EndpointGroup } from "../endpoint.ts";
import { getActiveCookiePolicy, getActivePrivacyPolicy, getActiveTerms, listProhibitedItems } from "./policies.ts";
import { listHelpMessages, sendHelpMessage } from "./support.ts";

/** All endpoints about help and policies, by topic. */
export const CONTENT_ENDPOINT_GROUPS: readonly EndpointGroup[] = [
  {
    tag: "Help",
    description: "Support and policies.",
    endpoints: {
      sendHelpMessage,
      listHelpMessages,
      getActiveTerms,
      getActivePrivacyPolicy,
      getActiveCookiePolicy,
      listProhibitedItems,
    },
  },
];
