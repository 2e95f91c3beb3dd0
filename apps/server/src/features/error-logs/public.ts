/** What other parts may use of error logs. */
export { forgetOldErrors } from "./error-logs.repository.ts";
