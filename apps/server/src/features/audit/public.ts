/** What other features may use of what is written down about administrators' acts. */
export { presentAct } from "./acts.presenter.ts";
export { listActs } from "./use-cases/list-acts.ts";
