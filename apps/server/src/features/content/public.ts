/** Other features import content through this file only. */
export { activeTermsVersion, getActiveTerms } from "./content.queries.ts";
