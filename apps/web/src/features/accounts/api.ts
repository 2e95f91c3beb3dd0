import type {
  getIdentityLink,
  getSignInOptions,
  linkIdentity,
  listIdentities,
  listSessions,
  revokeOtherSessions,
  revokeSession,
  signIn,
  signUp,
  unlinkIdentity,
} from "@nexby/contract/accounts/accounts";
import type {
  changePassword,
  confirmEmailChange,
  confirmVerificationCode,
  getVerifications,
  requestPasswordReset,
  resetPassword,
  sendVerificationCode,
  startEmailChange,
} from "@nexby/contract/accounts/passwords";
import type {
  acceptTerms,
  getProfile,
  getPublicProfile,
  ProfileView,
  updateProfile,
} from "@nexby/contract/accounts/profile";
import type { getActiveTerms } from "@nexby/contract/content/policies";
import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { read, write } from "../../lib/api/queries.ts";
import { useIntent } from "../../lib/browser/intents.ts";
import { newKey } from "../../lib/format.ts";
import { keepCurrentUser } from "../../lib/session.ts";

export const createAccount = write<typeof signUp>("POST", "/api/auth/email-signup");
export const signInByEmail = write<typeof signIn>("POST", "/api/auth/email-signin");
export const askForReset = write<typeof requestPasswordReset>("POST", "/api/auth/password-reset");
export const choosePassword = write<typeof resetPassword>("POST", "/api/auth/password-reset/confirm");
export const connectIdentity = write<typeof linkIdentity>("POST", "/api/auth/identity-link");

export const signInOptions = () => read<typeof getSignInOptions>("/api/auth/options");

const previewLink = write<typeof getIdentityLink>("POST", "/api/auth/identity-link/preview");

/** A read that is a POST, because its code must not be in an address. */
export const identityLink = (code: string) =>
  queryOptions({
    queryKey: ["#identity-link", code],
    queryFn: () => previewLink(newKey(), { code }),
  });

export type Channel = "email" | "phone";

export const verifications = () => read<typeof getVerifications>("/api/auth/verifications");
export const sendCode = write<typeof sendVerificationCode>("POST", "/api/auth/verifications");
export const confirmCode = write<typeof confirmVerificationCode>("POST", "/api/auth/verifications/confirm");
export const changePhoneNumber = write<typeof updateProfile>("PATCH", "/api/profile");

export const sessions = () => read<typeof listSessions>("/api/auth/sessions");
export const signOutDevice = (sessionId: string) =>
  write<typeof revokeSession>("DELETE", "/api/auth/sessions", sessionId);
export const signOutOtherDevices = write<typeof revokeOtherSessions>("DELETE", "/api/auth/sessions");

export const identities = () => read<typeof listIdentities>("/api/auth/identities");
export const disconnect = (identityId: string) =>
  write<typeof unlinkIdentity>("DELETE", "/api/auth/identities", identityId);

export const setPassword = write<typeof changePassword>("POST", "/api/auth/password");

export const askForEmailChange = write<typeof startEmailChange>("POST", "/api/auth/email-change");
export const changeEmail = write<typeof confirmEmailChange>("POST", "/api/auth/email-change/confirm");

export const profile = () => read<typeof getProfile>("/api/profile");

export const patchProfile = write<typeof updateProfile>("PATCH", "/api/profile");

/** The header and the guards go by the same person. */
export function keepProfile(client: QueryClient, saved: ProfileView): void {
  client.setQueryData(profile().queryKey, saved);
  keepCurrentUser(client, saved);
}

export function useSaveProfile() {
  const client = useQueryClient();
  const save = useIntent(patchProfile);
  return async (changes: Parameters<typeof patchProfile>[1]): Promise<void> => keepProfile(client, await save(changes));
}

export const activeTerms = () => read<typeof getActiveTerms>("/api/terms/active");
export const accept = write<typeof acceptTerms>("POST", "/api/terms/acceptance");

export const person = (userId: string) => read<typeof getPublicProfile>("/api/users", userId);
