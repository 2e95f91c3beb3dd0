/** What other features may use of taxes. */
export { chooseTaxRate, type FoundTaxRate, findTaxRate, ratesOfState } from "./tax-rates.repository.ts";
export { taxRates } from "./tax-rates.table.ts";
