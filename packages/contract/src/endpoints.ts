import {
  getCurrentUser,
  listSessions,
  revokeOtherSessions,
  revokeSession,
  signIn,
  signOut,
  signUp,
} from "./accounts.ts";
import {
  approveAccount,
  getPlatformSettings,
  listAccounts,
  reinstateAccount,
  suspendAccount,
  updatePlatformSettings,
} from "./administration.ts";
import { listCategories } from "./categories.ts";
import { moveClock } from "./clock.ts";
import type { Endpoint } from "./endpoint.ts";
import { reportError } from "./error-logs.ts";
import { followEvents } from "./events.ts";
import { getIdentityLink, getSignInOptions, linkIdentity, listIdentities, unlinkIdentity } from "./identity.ts";
import { getItem, listItems } from "./items.ts";
import {
  countNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from "./notifications.ts";
import { getHealth, getReadiness } from "./operations.ts";
import {
  activatePolicyVersion,
  createPolicyVersion,
  getActiveCookiePolicy,
  getActivePrivacyPolicy,
  getActiveTerms,
  listPolicyVersions,
  listProhibitedItems,
} from "./policies.ts";
import { acceptTerms, getProfile, getPublicProfile, updateProfile } from "./profile.ts";
import {
  changePassword,
  confirmEmailChange,
  confirmVerificationCode,
  getVerifications,
  requestPasswordReset,
  resetPassword,
  sendVerificationCode,
  startEmailChange,
} from "./recovery.ts";
import { listHelpMessages, sendHelpMessage } from "./support.ts";

/** Every call of the API. What is not here is not mounted, not documented and not tested. */
export const ENDPOINTS: readonly Endpoint[] = [
  signUp,
  signIn,
  signOut,
  getCurrentUser,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  getSignInOptions,
  getIdentityLink,
  linkIdentity,
  listIdentities,
  unlinkIdentity,
  requestPasswordReset,
  resetPassword,
  changePassword,
  startEmailChange,
  confirmEmailChange,
  getVerifications,
  sendVerificationCode,
  confirmVerificationCode,
  getProfile,
  updateProfile,
  acceptTerms,
  getPublicProfile,
  getActiveTerms,
  getActivePrivacyPolicy,
  getActiveCookiePolicy,
  listProhibitedItems,
  listPolicyVersions,
  createPolicyVersion,
  activatePolicyVersion,
  listAccounts,
  approveAccount,
  suspendAccount,
  reinstateAccount,
  getPlatformSettings,
  updatePlatformSettings,
  listNotifications,
  countNotifications,
  markNotificationRead,
  markAllNotificationsRead,
  sendHelpMessage,
  listHelpMessages,
  reportError,
  listCategories,
  listItems,
  getItem,
  followEvents,
  moveClock,
  getHealth,
  getReadiness,
];
