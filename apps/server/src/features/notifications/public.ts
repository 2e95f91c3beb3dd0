/** Other features import notifications through this file only. */
export { notify } from "./commands/notify.ts";
