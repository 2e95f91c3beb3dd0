import type { decideFraudAnalysis, listFraudAnalyses } from "@nexby/contract/fraud";
import { readPages } from "../../../lib/read.ts";
import { withQuery } from "../../../lib/with-query.ts";
import { write } from "../../../lib/write.ts";

export type FraudFilter = "in_review" | "all";

const ANALYSES = "/api/admin/fraud-analyses";

export const analysisPages = (status: FraudFilter) =>
  readPages<typeof listFraudAnalyses>(withQuery(ANALYSES, { status }));

/** Both lists: a decision takes a request from the one and changes it in the other. */
export const isAnalysisList = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
  typeof path === "string" && path.startsWith(ANALYSES);

export const decide = (analysisId: string) =>
  write<typeof decideFraudAnalysis>("POST", ANALYSES, analysisId, "decision");
