/** What other features may use of content. */
export { getActiveTerms } from "./use-cases/get-active-policy.ts";
