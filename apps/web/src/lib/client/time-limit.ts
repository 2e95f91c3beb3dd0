import { withoutQuery } from "../without-query.ts";

const USUAL_MS = 15_000;
const FILES_MS = 120_000;
const MODELS_MS = 60_000;

/** How long an answer may take. */
export function timeLimitOf(url: string): number {
  const path = withoutQuery(url);
  if (/upload|analyze/.test(path)) return FILES_MS;
  if (/\/openai|\/ai/.test(path)) return MODELS_MS;
  return USUAL_MS;
}
