import type { AccountRow } from "./payout-accounts.queries.ts";

type Account = Pick<AccountRow, "state" | "hasSubmittedDetails" | "providerId">;

/** Allowed with a session alone, because it only completes an account that can't receive payouts yet. */
export const canContinueOnboarding = ({ state }: Account): boolean => state === "information_needed";

/** Requires the password. There must be an account whose place another account or bank would take. */
export const canBeChanged = ({ state, hasSubmittedDetails, providerId }: Account): boolean =>
  providerId !== null && (hasSubmittedDetails || state === "disconnected");

/** The provider's dashboard is open only to owners who submitted their details. */
export const hasDashboard = ({ state, hasSubmittedDetails }: Account): boolean =>
  hasSubmittedDetails && state !== "disconnected" && state !== "rejected";
