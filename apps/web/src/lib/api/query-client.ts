import { MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import type { ErrorContext } from "../errors/error-entry.ts";
import { reportError } from "../errors/error-log.ts";
import type { ReportError } from "../errors/log-session.ts";
import { withoutQuery } from "../paths.ts";
import { browserClient } from "./client.ts";
import { isAuthenticationError, READ_OPTIONS, WRITE_OPTIONS } from "./errors.ts";
import { defaultRead, pathOf } from "./queries.ts";
import { isSessionCheck } from "./request.ts";

/** Always sends the request: browsers are often wrong about being offline. */
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
        // The error boundary replaces a page that has no data because the session has ended.
        throwOnError: (error, { state }) => state.data === undefined && isAuthenticationError(error),
      },
      // The payload may contain a password, so nothing of it is kept.
      mutations: { ...WRITE_OPTIONS, networkMode, gcTime: 0 },
    },
  });
}

/** Caches of the query client that report a failure after its last retry. */
export const reportingCaches = (report: ReportError): { queryCache: QueryCache; mutationCache: MutationCache } => ({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) =>
      report(isSessionCheck(pathOf(queryKey)) ? "sessionCheck" : "query", error, readOf(queryKey)),
  }),
  mutationCache: new MutationCache({ onError: (error) => report("mutation", error) }),
});

/** A key that is not a path has its parts behind a "#", and they may be secret. */
function readOf(queryKey: QueryKey): ErrorContext {
  const path = withoutQuery(pathOf(queryKey));
  return path === "" ? {} : { request: { method: "GET", path } };
}
