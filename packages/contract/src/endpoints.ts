import {
  getCurrentUser,
  listSessions,
  revokeOtherSessions,
  revokeSession,
  signIn,
  signOut,
  signUp,
} from "./accounts.ts";
import { approveAccount, listAccounts, reinstateAccount, suspendAccount } from "./administration.ts";
import {
  approveBooking,
  cancelBooking,
  claimDamage,
  closeBooking,
  confirmPickup,
  contestNoShow,
  declineBooking,
  handOver,
  objectToHandover,
  previewCancellation,
  reportNoShow,
  resolveClaim,
  submitReturn,
} from "./booking-acts.ts";
import { getBookingCalendar } from "./booking-calendar.ts";
import { countBookings, getBooking, listBookingRequests, listBookings } from "./bookings.ts";
import { createCategory, deleteCategory, listCategories, listManagedCategories, updateCategory } from "./categories.ts";
import { payBooking, refreshBooking, startCheckout } from "./checkout.ts";
import { getClock, getClockJobs, moveClock } from "./clock.ts";
import { exportEarnings, getEarnings, listPayouts } from "./earnings.ts";
import type { Endpoint } from "./endpoint.ts";
import { reportError } from "./error-logs.ts";
import { followEvents } from "./events.ts";
import { addFavorite, listFavoriteIds, listFavorites, removeFavorite } from "./favorites.ts";
import { decideFraudAnalysis, listFraudAnalyses } from "./fraud.ts";
import { getIdentityLink, getSignInOptions, linkIdentity, listIdentities, unlinkIdentity } from "./identity.ts";
import {
  countItemView,
  createItem,
  deleteItem,
  duplicateItem,
  getItem,
  getOwnItem,
  listItems,
  listOwnItems,
  listSimilarItems,
  updateItem,
} from "./items.ts";
import { getLedger } from "./ledger.ts";
import { discardDraft, listDrafts, saveDraft } from "./listing-drafts.ts";
import {
  countNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from "./notifications.ts";
import { getHealth, getReadiness } from "./operations.ts";
import {
  followCalendar,
  getCalendarFeed,
  getOwnerCalendar,
  importCalendarFile,
  listExternalCalendars,
  readCalendarFeed,
  refreshExternalCalendar,
  removeExternalCalendar,
  renewCalendarFeed,
  setBlockedDays,
} from "./owner-calendar.ts";
import { getPayment, getPaymentsConfig, listPayments, receiveStripeEvent } from "./payments.ts";
import {
  getPayoutAccount,
  openPayoutDashboard,
  refreshPayoutAccount,
  replacePayoutAccount,
  startPayoutOnboarding,
} from "./payouts.ts";
import { uploadMenu, uploadPhoto } from "./photos.ts";
import { findPlaces, getMapSettings, getNearestPlace } from "./places.ts";
import {
  getListingDefaults,
  getPlatformSettings,
  listSettingsHistory,
  updatePlatformSettings,
} from "./platform-settings.ts";
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
import { getItemCalendar, quoteItem } from "./quotes.ts";
import { getReceipt } from "./receipts.ts";
import { forgetAllViews, forgetView, listRecentlyViewed } from "./recently-viewed.ts";
import { listRecommendations } from "./recommendations.ts";
import { listDifferences } from "./reconciliation.ts";
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
import { listSavedCards, removeSavedCard, startCardSetup } from "./saved-cards.ts";
import { deleteSavedSearch, listSavedSearches, saveSearch, updateSavedSearch } from "./saved-searches.ts";
import { countSearchFacets } from "./search.ts";
import { listSearches } from "./search-analytics.ts";
import { suggestSearches } from "./suggestions.ts";
import { listHelpMessages, sendHelpMessage } from "./support.ts";
import {
  activateTaxRate,
  createTaxRate,
  deactivateTaxRate,
  listTaxRateHistory,
  listTaxRates,
  updateTaxRate,
} from "./taxes.ts";

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
  getLedger,
  listDifferences,
  getPlatformSettings,
  updatePlatformSettings,
  listSettingsHistory,
  getListingDefaults,
  listTaxRates,
  createTaxRate,
  updateTaxRate,
  deactivateTaxRate,
  activateTaxRate,
  listTaxRateHistory,
  listNotifications,
  countNotifications,
  markNotificationRead,
  markAllNotificationsRead,
  sendHelpMessage,
  listHelpMessages,
  reportError,
  listCategories,
  listManagedCategories,
  createCategory,
  updateCategory,
  deleteCategory,
  listItems,
  countSearchFacets,
  suggestSearches,
  listSearches,
  listRecommendations,
  getItem,
  listSimilarItems,
  countItemView,
  quoteItem,
  startCheckout,
  payBooking,
  refreshBooking,
  listBookings,
  countBookings,
  getBooking,
  getBookingCalendar,
  listBookingRequests,
  approveBooking,
  declineBooking,
  confirmPickup,
  handOver,
  objectToHandover,
  submitReturn,
  closeBooking,
  claimDamage,
  reportNoShow,
  contestNoShow,
  previewCancellation,
  cancelBooking,
  resolveClaim,
  getItemCalendar,
  createItem,
  updateItem,
  deleteItem,
  duplicateItem,
  listOwnItems,
  getOwnItem,
  listDrafts,
  saveDraft,
  discardDraft,
  uploadPhoto,
  uploadMenu,
  findPlaces,
  getNearestPlace,
  getMapSettings,
  getOwnerCalendar,
  setBlockedDays,
  getCalendarFeed,
  renewCalendarFeed,
  readCalendarFeed,
  listExternalCalendars,
  followCalendar,
  importCalendarFile,
  removeExternalCalendar,
  refreshExternalCalendar,
  listFavorites,
  listFavoriteIds,
  addFavorite,
  removeFavorite,
  listRecentlyViewed,
  forgetView,
  forgetAllViews,
  listSavedSearches,
  saveSearch,
  updateSavedSearch,
  deleteSavedSearch,
  getEarnings,
  listPayouts,
  exportEarnings,
  getPayoutAccount,
  refreshPayoutAccount,
  startPayoutOnboarding,
  openPayoutDashboard,
  replacePayoutAccount,
  listSavedCards,
  startCardSetup,
  removeSavedCard,
  getReceipt,
  getPaymentsConfig,
  listPayments,
  getPayment,
  receiveStripeEvent,
  listFraudAnalyses,
  decideFraudAnalysis,
  followEvents,
  getClock,
  moveClock,
  getClockJobs,
  getHealth,
  getReadiness,
];
