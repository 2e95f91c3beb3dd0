import { useQueryClient } from "@tanstack/react-query";
import { useIntent } from "../../../lib/intents.ts";
import { refreshCalendar, sendBlockedDays, showBlockedDays } from "../api/calendar.ts";
import type { BlockWish } from "./block-spans.ts";

/** Blocks or frees days: shown at once, taken back should the server not agree. What it says afterwards counts. */
export function useBlockDays() {
  const client = useQueryClient();
  const send = useIntent(sendBlockedDays);

  return async (itemId: string, wish: BlockWish): Promise<void> => {
    const takeBack = await showBlockedDays(client, itemId, wish);
    try {
      await send(itemId, wish);
    } catch (error) {
      takeBack();
      throw error;
    } finally {
      void refreshCalendar(client);
    }
  };
}
