import type * as contract from "@nexby/contract/messaging/notification-settings";
import type { NotificationPreferencesView } from "@nexby/contract/messaging/notification-settings";
import type { NotificationType } from "@nexby/contract/messaging/notifications";
import type { Channel } from "@nexby/domain/notifications/channels";
import { infiniteQueryOptions, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { read, readPages, write } from "../../lib/api/queries.ts";
import { useMutationAction } from "../../lib/form-errors.ts";
import { withQuery } from "../../lib/paths.ts";

export type HistoryFilter = {
  type: NotificationType | null;
  isRead: "true" | "false" | null;
  channel: Channel | null;
};

/** Always refetched on open, because notifications may have been read elsewhere. */
export const notificationHistory = (filter: HistoryFilter) =>
  infiniteQueryOptions({
    ...readPages<typeof contract.listNotificationHistory>(withQuery("/api/notification-history", filter)),
    staleTime: 0,
  });

export const getNotificationPreferences = () =>
  read<typeof contract.getNotificationPreferences>("/api/notification-preferences");

const updateNotificationPreferences = write<typeof contract.updateNotificationPreferences>(
  "PATCH",
  "/api/notification-preferences",
);

export type ChoiceChange = Pick<NotificationPreferencesView["choices"][number], "kind" | "channel" | "isOn">;
type Changes = Partial<Omit<NotificationPreferencesView, "choices">> & { choices?: ChoiceChange[] };

/** Choices save immediately: each shows the new value while saving and reverts on failure. */
export function usePreferenceChanges(stored: NotificationPreferencesView) {
  const client = useQueryClient();
  const [pending, setPending] = useState<Changes>({});
  /** The field that was saved last. */
  const [saved, setSaved] = useState<string | null>(null);
  const saving = useMutationAction(async (key, { timeZone, ...changes }: Changes) => {
    const zone = timeZone ?? stored.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    const answer = await updateNotificationPreferences(key, { ...changes, timeZone: zone });
    client.setQueryData(getNotificationPreferences().queryKey, answer);
    setSaved(Object.keys(changes)[0] ?? "timeZone");
  });
  const change = async (changes: Changes) => {
    setPending(changes);
    setSaved(null);
    await saving.run(changes);
    setPending({});
  };
  const { choices: changed = [], ...flags } = pending;
  const choices = stored.choices.map((choice) => ({
    ...choice,
    ...changed.find(({ kind, channel }) => kind === choice.kind && channel === choice.channel),
  }));
  return { shown: { ...stored, ...flags, choices }, change, saved, problem: saving.problem };
}
