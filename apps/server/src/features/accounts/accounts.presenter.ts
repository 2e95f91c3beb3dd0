import type { CurrentUserView } from "@nexby/contract/accounts";
import type { User } from "./users.repository.ts";

/** Field by field: what is added to the table is not shown by that. */
export function presentCurrentUser(user: User): CurrentUserView {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    phoneNumber: user.phoneNumber,
    city: user.city,
    state: user.state,
    profileImageUrl: user.profileImageUrl,
    termsAcceptedAt: user.termsAcceptedAt?.toISOString() ?? null,
    isAdmin: user.isAdmin,
    isApproved: user.isApproved,
  };
}
