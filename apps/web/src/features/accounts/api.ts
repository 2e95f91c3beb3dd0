import type * as accountsContract from "@nexby/contract/accounts/accounts";
import type * as passwordsContract from "@nexby/contract/accounts/passwords";
import type * as profileContract from "@nexby/contract/accounts/profile";
import type { ProfileView } from "@nexby/contract/accounts/profile";
import type * as policiesContract from "@nexby/contract/content/policies";
import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { read, write } from "../../lib/api/queries.ts";
import { newKey, useIntent } from "../../lib/browser/intents.ts";
import { keepCurrentUser } from "../../lib/session.ts";

export const signUp = write<typeof accountsContract.signUp>("POST", "/api/auth/email-signup");
export const signIn = write<typeof accountsContract.signIn>("POST", "/api/auth/email-signin");
export const requestPasswordReset = write<typeof passwordsContract.requestPasswordReset>(
  "POST",
  "/api/auth/password-reset",
);
export const resetPassword = write<typeof passwordsContract.resetPassword>("POST", "/api/auth/password-reset/confirm");
export const linkIdentity = write<typeof accountsContract.linkIdentity>("POST", "/api/auth/identity-link");

export const getSignInOptions = () => read<typeof accountsContract.getSignInOptions>("/api/auth/options");

const previewIdentityLink = write<typeof accountsContract.previewIdentityLink>(
  "POST",
  "/api/auth/identity-link/preview",
);

/** A read sent as POST, because the code must not appear in a URL. */
export const identityLink = (code: string) =>
  queryOptions({
    queryKey: ["#identity-link", code],
    queryFn: () => previewIdentityLink(newKey(), { code }),
  });

export type Channel = "email" | "phone";

export const listVerifications = () => read<typeof passwordsContract.listVerifications>("/api/auth/verifications");
export const sendVerificationCode = write<typeof passwordsContract.sendVerificationCode>(
  "POST",
  "/api/auth/verifications",
);
export const confirmVerificationCode = write<typeof passwordsContract.confirmVerificationCode>(
  "POST",
  "/api/auth/verifications/confirm",
);

export const listSessions = () => read<typeof accountsContract.listSessions>("/api/auth/sessions");
export const revokeSession = (sessionId: string) =>
  write<typeof accountsContract.revokeSession>("DELETE", "/api/auth/sessions", sessionId);
export const revokeOtherSessions = write<typeof accountsContract.revokeOtherSessions>("DELETE", "/api/auth/sessions");

export const listIdentities = () => read<typeof accountsContract.listIdentities>("/api/auth/identities");
export const unlinkIdentity = (identityId: string) =>
  write<typeof accountsContract.unlinkIdentity>("DELETE", "/api/auth/identities", identityId);

export const changePassword = write<typeof passwordsContract.changePassword>("POST", "/api/auth/password");

export const startEmailChange = write<typeof passwordsContract.startEmailChange>("POST", "/api/auth/email-change");
export const confirmEmailChange = write<typeof passwordsContract.confirmEmailChange>(
  "POST",
  "/api/auth/email-change/confirm",
);

export const getProfile = () => read<typeof profileContract.getProfile>("/api/profile");

export const updateProfile = write<typeof profileContract.updateProfile>("PATCH", "/api/profile");

/** Also updates the current user, which the header and route guards use. */
export function keepProfile(client: QueryClient, saved: ProfileView): void {
  client.setQueryData(getProfile().queryKey, saved);
  keepCurrentUser(client, saved);
}

export function useSaveProfile() {
  const client = useQueryClient();
  const save = useIntent(updateProfile);
  return async (changes: Parameters<typeof updateProfile>[1]): Promise<void> =>
    keepProfile(client, await save(changes));
}

export const getActiveTerms = () => read<typeof policiesContract.getActiveTerms>("/api/terms/active");
export const acceptTerms = write<typeof profileContract.acceptTerms>("POST", "/api/terms/acceptance");

export const getPublicProfile = (userId: string) => read<typeof profileContract.getPublicProfile>("/api/users", userId);
