/** What other features may use of accounts. */
export { users } from "./users.table.ts";
