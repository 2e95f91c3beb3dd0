/** Other features import taxes through this file only. */
export { chooseTaxRate, type FoundTaxRate, findTaxRate, ratesOfState } from "./tax-rates.queries.ts";
