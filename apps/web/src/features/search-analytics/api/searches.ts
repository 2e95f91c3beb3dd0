import type { listSearches } from "@nexby/contract/search-analytics";
import { readPages } from "../../../lib/read.ts";
import { withQuery } from "../../../lib/with-query.ts";

export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

export const SEARCH_KINDS = ["all", "without_result"] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export const searchPages = (days: Period, kind: SearchKind) =>
  readPages<typeof listSearches>(withQuery("/api/admin/searches", { days: String(days), kind }));
