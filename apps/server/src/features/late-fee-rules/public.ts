/** Other features import late-fee rules through this file only. */
export { activeLateFeeRules, agreedLateFee } from "./late-fee-rules.queries.ts";
