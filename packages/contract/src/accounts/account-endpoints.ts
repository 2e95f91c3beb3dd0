import type { EndpointGroup } from "../endpoint.ts";
import { uploadProfilePhoto } from "../listings/photos.ts";
import {
  getCurrentUser,
  getSignInOptions,
  linkIdentity,
  listIdentities,
  listSessions,
  previewIdentityLink,
  revokeOtherSessions,
  revokeSession,
  signIn,
  signOut,
  signUp,
  unlinkIdentity,
} from "./accounts.ts";
import { getApproval } from "./approval.ts";
import {
  changePassword,
  confirmEmailChange,
  confirmVerificationCode,
  listVerifications,
  requestPasswordReset,
  resetPassword,
  sendVerificationCode,
  startEmailChange,
} from "./passwords.ts";
import { acceptTerms, getProfile, getPublicProfile, updateProfile } from "./profile.ts";

/** All endpoints about accounts and profiles, by topic. */
export const ACCOUNT_ENDPOINT_GROUPS: readonly EndpointGroup[] = [
  {
    tag: "Accounts",
    description: "Sign-up, sign-in, sessions, passwords and verification.",
    endpoints: {
      signUp,
      signIn,
      signOut,
      getCurrentUser,
      listSessions,
      revokeSession,
      revokeOtherSessions,
      getSignInOptions,
      previewIdentityLink,
      linkIdentity,
      listIdentities,
      unlinkIdentity,
      requestPasswordReset,
      resetPassword,
      changePassword,
      startEmailChange,
      confirmEmailChange,
      getApproval,
      listVerifications,
      sendVerificationCode,
      confirmVerificationCode,
    },
  },
  {
    tag: "Profiles",
    description: "Your profile, and other people's public profiles.",
    endpoints: { getProfile, updateProfile, uploadProfilePhoto, acceptTerms, getPublicProfile },
  },
];
