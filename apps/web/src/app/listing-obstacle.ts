import type { CurrentUserView } from "@nexby/contract/accounts";
import { missingProfileInformation } from "@nexby/domain/accounts/profile-completeness";

/** Why an account cannot publish yet; null when it can. The server decides the same by itself. */
export function listingObstacle(user: CurrentUserView): string | null {
  if (missingProfileInformation(user, "listing").length > 0) {
    return "You can publish once your profile is complete. Your draft stays until then.";
  }
  if (!user.isApproved && !user.isAdmin) {
    return "You can publish once an administrator approves your account. Your draft stays until then.";
  }
  return null;
}
