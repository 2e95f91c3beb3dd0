import type { listSessions, revokeOtherSessions, revokeSession } from "@nexby/contract/accounts";
import type { getSignInOptions, listIdentities, unlinkIdentity } from "@nexby/contract/identity";
import type {
  changePassword,
  confirmEmailChange,
  requestPasswordReset,
  startEmailChange,
} from "@nexby/contract/recovery";
import { read } from "../../../lib/read.ts";
import { write } from "../../../lib/write.ts";

export const sessions = () => read<typeof listSessions>("/api/auth/sessions");
export const signOutDevice = (sessionId: string) =>
  write<typeof revokeSession>("DELETE", "/api/auth/sessions", sessionId);
export const signOutOtherDevices = write<typeof revokeOtherSessions>("DELETE", "/api/auth/sessions");

export const signInOptions = () => read<typeof getSignInOptions>("/api/auth/options");
export const identities = () => read<typeof listIdentities>("/api/auth/identities");
export const disconnect = (identityId: string) =>
  write<typeof unlinkIdentity>("DELETE", "/api/auth/identities", identityId);

export const setPassword = write<typeof changePassword>("POST", "/api/auth/password");
export const askForReset = write<typeof requestPasswordReset>("POST", "/api/auth/password-reset");
export const askForEmailChange = write<typeof startEmailChange>("POST", "/api/auth/email-change");
export const changeEmail = write<typeof confirmEmailChange>("POST", "/api/auth/email-change/confirm");
