import { MutationCache, QueryCache, type QueryKey } from "@tanstack/react-query";
import { isSessionCheck } from "../client/session-check.ts";
import { pathOf } from "../read.ts";
import { withoutQuery } from "../without-query.ts";
import type { Circumstances } from "./entry.ts";
import type { ReportError } from "./log.ts";

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
