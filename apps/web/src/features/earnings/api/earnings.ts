import type { exportEarnings, getEarnings, listPayouts } from "@nexby/contract/earnings";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { read, readPages } from "../../../lib/read.ts";
import { withQuery } from "../../../lib/with-query.ts";

/** Money moves without anybody's doing here: what was read before is shown, and asked for again. */
const staleTime = 0;

export const earnings = () => queryOptions({ ...read<typeof getEarnings>("/api/owner/earnings"), staleTime });

export const payoutPages = () =>
  infiniteQueryOptions({ ...readPages<typeof listPayouts>("/api/owner/payouts"), staleTime });

const STATEMENT: (typeof exportEarnings)["path"] = "/api/owner/earnings.csv";

/** A file, for the browser to save. */
export const statementPath = (year: string): string => withQuery(STATEMENT, { year });
