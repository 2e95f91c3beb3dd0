import type { AccountRow } from "./payout-accounts.queries.ts";

type Account = Pick<AccountRow, "state" | "hasSubmittedDetails" | "providerId">;

/** With a session alone: what only adds to an account that cannot be paid to yet. */
export const canGoOn = ({ state }: Account): boolean => state === "information_needed";

/** With the password: there is something that another account, or another bank, would take the place of. */
export const canBeChanged = ({ state, hasSubmittedDetails, providerId }: Account): boolean =>
  providerId !== null && (hasSubmittedDetails || state === "disconnected");

/** At the provider's own dashboard, which lets in who has answered its questions. */
export const hasDashboard = ({ state, hasSubmittedDetails }: Account): boolean =>
  hasSubmittedDetails && state !== "disconnected" && state !== "rejected";
