/** What other features may use of content. */
export { activeTermsVersion } from "./content.repository.ts";
export { getActiveTerms } from "./use-cases/get-active-policy.ts";
