import { MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import type { Circumstances } from "../errors/error-entry.ts";
import { reportError } from "../errors/error-log.ts";
import type { ReportError } from "../errors/log-session.ts";
import { withoutQuery } from "../paths.ts";
import { browserClient } from "./client.ts";
import { isAuthenticationError, READ_OPTIONS, WRITE_OPTIONS } from "./errors.ts";
import { defaultRead, pathOf } from "./queries.ts";
import { isSessionCheck } from "./request.ts";

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

/** For the query client: what failed after its last retry is reported. */
export const reportingCaches = (report: ReportError): { queryCache: QueryCache; mutationCache: MutationCache } => ({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) =>
      report(isSessionCheck(pathOf(queryKey)) ? "sessionCheck" : "query", error, readOf(queryKey)),
  }),
  mutationCache: new MutationCache({ onError: (error) => report("mutation", error) }),
});

/** A key that is no path has its parts behind a "#", and they may be secret. */
function readOf(queryKey: QueryKey): Circumstances {
  const path = withoutQuery(pathOf(queryKey));
  return path === "" ? {} : { request: { method: "GET", path } };
}
