import { QueryClient } from "@tanstack/react-query";
import { isAuthenticationError } from "./auth-error.ts";
import { browserClient } from "./client/browser-client.ts";
import { defaultRead } from "./client/default-read.ts";
import { READ_OPTIONS, WRITE_OPTIONS } from "./client/retry-rules.ts";
import { reportError } from "./error-log/browser-log.ts";
import { reportingCaches } from "./error-log/reporting-caches.ts";
import { pathOf } from "./read.ts";

/** Whether there is a network is found out by asking: browsers are often wrong about it. */
const networkMode = "always";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    ...reportingCaches(reportError),
    defaultOptions: {
      queries: {
        ...READ_OPTIONS,
        networkMode,
        queryKeyHashFn: pathOf,
        queryFn: defaultRead(browserClient),
        // A page without its data, because the session has ended, is the boundary's to replace.
        throwOnError: (error, { state }) => state.data === undefined && isAuthenticationError(error),
      },
      // What was sent may be a password: nothing of it is kept.
      mutations: { ...WRITE_OPTIONS, networkMode, gcTime: 0 },
    },
  });
}
