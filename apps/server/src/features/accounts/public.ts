/** What other features may use of accounts. */
export { authenticateBySession } from "./authenticate.ts";
export { hashPassword } from "./passwords.ts";
export { deleteEndedSessions } from "./sessions.repository.ts";
export { users } from "./users.table.ts";
