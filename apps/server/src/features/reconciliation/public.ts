/** What other parts may use of the reconciliation. */
export { reconcileDaily } from "./jobs/reconcile-daily.ts";
export { reportText } from "./reconciliation-report.ts";
export { reconcile } from "./use-cases/reconcile.ts";
