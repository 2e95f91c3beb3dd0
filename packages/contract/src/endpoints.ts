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
} from "./accounts/accounts.ts";
import { getApproval } from "./accounts/approval.ts";
import {
  changePassword,
  confirmEmailChange,
  confirmVerificationCode,
  listVerifications,
  requestPasswordReset,
  resetPassword,
  sendVerificationCode,
  startEmailChange,
} from "./accounts/passwords.ts";
import { acceptTerms, getProfile, getPublicProfile, updateProfile } from "./accounts/profile.ts";
import { ADMIN_ENDPOINT_GROUPS } from "./admin/admin-endpoints.ts";
import { getListingDefaults } from "./admin/settings.ts";
import { BOOKING_ENDPOINT_GROUPS } from "./bookings/booking-endpoints.ts";
import { getItemCalendar, quoteItem } from "./bookings/quotes.ts";
import {
  getActiveCookiePolicy,
  getActivePrivacyPolicy,
  getActiveTerms,
  listProhibitedItems,
} from "./content/policies.ts";
import { listHelpMessages, sendHelpMessage } from "./content/support.ts";
import {
  addFavorite,
  clearRecentViews,
  listFavoriteIds,
  listFavorites,
  listRecentlyViewed,
  listRecommendations,
  removeFavorite,
  removeRecentView,
} from "./discovery/saved.ts";
import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  updateSavedSearch,
} from "./discovery/saved-searches.ts";
import { getSearchFacets, suggestSearches } from "./discovery/search.ts";
import type { Endpoint, EndpointGroup } from "./endpoint.ts";
import { listCategories } from "./listings/categories.ts";
import { deleteDraft, listDrafts, saveDraft } from "./listings/drafts.ts";
import {
  createItem,
  deleteItem,
  duplicateItem,
  getItem,
  getOwnItem,
  listItems,
  listOwnItems,
  listSimilarItems,
  recordItemView,
  updateItem,
} from "./listings/items.ts";
import {
  downloadCalendarFeed,
  getCalendarFeed,
  getOwnerCalendar,
  importCalendar,
  listExternalCalendars,
  removeCalendar,
  rotateCalendarFeed,
  setBlockedDays,
  subscribeCalendar,
  syncCalendar,
} from "./listings/owner-calendar.ts";
import { uploadMenu, uploadPhoto, uploadProfilePhoto } from "./listings/photos.ts";
import { getMapSettings, getNearestPlace, searchPlaces } from "./listings/places.ts";
import * as conversations from "./messaging/conversations.ts";
import {
  getNotificationPreferences,
  listNotificationHistory,
  updateNotificationPreferences,
} from "./messaging/notification-settings.ts";
import {
  countUnreadNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  streamEvents,
} from "./messaging/notifications.ts";
import { addPushDevice, getPushKey, listPushDevices, removePushDevice } from "./messaging/push.ts";
import {
  downloadReceipt,
  getPayment,
  getPaymentsConfig,
  listPayments,
  listSavedCards,
  receiveProviderEvent,
  removeSavedCard,
  startCardSetup,
} from "./money/payments.ts";
import {
  exportEarnings,
  getEarnings,
  getPayoutAccount,
  listPayouts,
  openPayoutDashboard,
  replacePayoutAccount,
  startPayoutOnboarding,
  syncPayoutAccount,
} from "./money/payouts.ts";
import { REVIEW_ENDPOINTS } from "./reviews/reviews.ts";

/** All API endpoints by topic. An endpoint missing here is not mounted, documented or tested. */
export const ENDPOINT_GROUPS: readonly EndpointGroup[] = [
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
  {
    tag: "Search",
    description: "Finding items and places.",
    endpoints: {
      listItems,
      getSearchFacets,
      suggestSearches,
      listSimilarItems,
      listRecommendations,
      listCategories,
      searchPlaces,
      getNearestPlace,
      getMapSettings,
    },
  },
  {
    tag: "Items",
    description: "One item: its terms, price and availability.",
    endpoints: { getItem, quoteItem, getItemCalendar, recordItemView },
  },
  {
    tag: "Saved",
    description: "Favorites, viewing history and saved searches.",
    endpoints: {
      listFavorites,
      listFavoriteIds,
      addFavorite,
      removeFavorite,
      listRecentlyViewed,
      removeRecentView,
      clearRecentViews,
      listSavedSearches,
      createSavedSearch,
      updateSavedSearch,
      deleteSavedSearch,
    },
  },
  {
    tag: "Listings",
    description: "Owners' listings, drafts and photos.",
    endpoints: {
      createItem,
      updateItem,
      deleteItem,
      duplicateItem,
      listOwnItems,
      getOwnItem,
      getListingDefaults,
      listDrafts,
      saveDraft,
      deleteDraft,
      uploadPhoto,
      uploadMenu,
    },
  },
  {
    tag: "Calendars",
    description: "Owners' calendars, blocked days and external calendars.",
    endpoints: {
      getOwnerCalendar,
      setBlockedDays,
      getCalendarFeed,
      rotateCalendarFeed,
      downloadCalendarFeed,
      listExternalCalendars,
      subscribeCalendar,
      importCalendar,
      removeCalendar,
      syncCalendar,
    },
  },
  ...BOOKING_ENDPOINT_GROUPS,
  {
    tag: "Reviews",
    description: "Reviews by both people of a rental, secret until they are published together.",
    endpoints: REVIEW_ENDPOINTS,
  },
  {
    tag: "Payments",
    description: "Payments, saved cards and receipts.",
    endpoints: {
      getPaymentsConfig,
      listPayments,
      getPayment,
      downloadReceipt,
      listSavedCards,
      startCardSetup,
      removeSavedCard,
      receiveProviderEvent,
    },
  },
  {
    tag: "Payouts",
    description: "Owners' earnings and payout accounts.",
    endpoints: {
      getEarnings,
      exportEarnings,
      listPayouts,
      getPayoutAccount,
      syncPayoutAccount,
      startPayoutOnboarding,
      openPayoutDashboard,
      replacePayoutAccount,
    },
  },
  {
    tag: "Notifications",
    description: "Notifications and live updates.",
    endpoints: {
      listNotifications,
      countUnreadNotifications,
      markNotificationRead,
      markAllNotificationsRead,
      listNotificationHistory,
      getNotificationPreferences,
      updateNotificationPreferences,
      getPushKey,
      listPushDevices,
      addPushDevice,
      removePushDevice,
      streamEvents,
    },
  },
  {
    tag: "Messages",
    description: "Conversations between renters and owners.",
    endpoints: { ...conversations },
  },
  {
    tag: "Help",
    description: "Support and policies.",
    endpoints: {
      sendHelpMessage,
      listHelpMessages,
      getActiveTerms,
      getActivePrivacyPolicy,
      getActiveCookiePolicy,
      listProhibitedItems,
    },
  },
  ...ADMIN_ENDPOINT_GROUPS,
];

/** An endpoint with its name in code, which is its operationId, and its topic. */
export type ListedEndpoint = Endpoint & { id: string; tag: string };

export const ENDPOINTS: readonly ListedEndpoint[] = ENDPOINT_GROUPS.flatMap(({ tag, endpoints }) =>
  Object.entries(endpoints).map(([id, endpoint]) => ({ ...endpoint, id, tag })),
);
