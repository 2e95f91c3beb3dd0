import { getListingDefaults } from "../admin/settings.ts";
import type { EndpointGroup } from "../endpoint.ts";
import { deleteDraft, listDrafts, saveDraft } from "./drafts.ts";
import { createItem, deleteItem, duplicateItem, getOwnItem, listOwnItems, updateItem } from "./items.ts";
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
} from "./owner-calendar.ts";
import { uploadMenu, uploadPhoto } from "./photos.ts";

/** All endpoints about owners' listings and calendars, by topic. */
export const LISTING_ENDPOINT_GROUPS: readonly EndpointGroup[] = [
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
];
