/** What other features may use of accounts. */

export { tellAdministrators } from "./administration/tell-administrators.ts";
export { grantAdministration } from "./administration/use-cases/grant-administration.ts";
export { revokeAdministration } from "./administration/use-cases/revoke-administration.ts";
export { sweepSignInFlows } from "./identity/jobs/sweep-sign-in-flows.ts";
export { MAIL_PASSWORD_RESET, mailPasswordReset } from "./passwords/jobs/mail-password-reset.ts";
export { hashPassword } from "./passwords/passwords.ts";
export { withOwnPassword } from "./passwords/with-own-password.ts";
export { photosOfProfiles } from "./profile/profile-photos.repository.ts";
export type { FindOwnerRecord } from "./profile/use-cases/get-public-profile.ts";
export { authenticateBySession } from "./sessions/authenticate.ts";
export { deleteEndedSessions } from "./sessions/sessions.repository.ts";
export { findUser, lockUser } from "./users.repository.ts";
export { users } from "./users.table.ts";
export { sweepCodesAndLinks } from "./verification/jobs/sweep-codes-and-links.ts";
