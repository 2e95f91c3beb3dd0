/** What other features may use of saved cards. */
export { askProvider } from "./ask-provider.ts";
export { ensureCustomer } from "./use-cases/ensure-customer.ts";
