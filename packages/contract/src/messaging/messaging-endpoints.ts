import type { EndpointGroup } from "../endpoint.ts";
import * as conversations from "./conversations.ts";
import {
  getNotificationPreferences,
  listNotificationHistory,
  updateNotificationPreferences,
} from "./notification-settings.ts";
import {
  countUnreadNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  streamEvents,
} from "./notifications.ts";
import { addPushDevice, getPushKey, listPushDevices, removePushDevice } from "./push.ts";

/** All endpoints about notifications and messages, by topic. */
export const MESSAGING_ENDPOINT_GROUPS: readonly EndpointGroup[] = [
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
];
