/** What other features may use of taxes. */
export { type FoundTaxRate, findTaxRate } from "./tax-rates.repository.ts";
export { taxRates } from "./tax-rates.table.ts";
