import type { DraftView } from "@nexby/contract/listing-drafts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useIntent } from "../../lib/intents.ts";
import { localMemory } from "../../lib/safe-storage.ts";
import { drafts, dropDraft, putDraft } from "./api/listings.ts";
import { DraftSaver, type DraftStatus } from "./draft-saver.ts";
import { draftKey } from "./draft-start.ts";
import type { ListingValues } from "./listing-values.ts";

/** Keeps the form of one listing while it is filled in. */
export function useDraft(userId: string, itemId: string | null) {
  const client = useQueryClient();
  const [status, setStatus] = useState<DraftStatus>(null);
  const put = useIntent(putDraft);
  const drop = useIntent(dropDraft);

  const replace = (kept: DraftView[]) =>
    client.setQueryData(drafts().queryKey, (before) => [
      ...kept,
      ...(before ?? []).filter((draft) => draft.itemId !== itemId),
    ]);

  const [saver] = useState(
    () =>
      new DraftSaver({
        memory: localMemory,
        key: draftKey(userId, itemId),
        onStatus: setStatus,
        save: async (content) => void replace([await put({ itemId, content })]),
      }),
  );

  /** Should it fail, all is as before. */
  const endBy = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    await saver.pause();
    try {
      const result = await act();
      saver.forget();
      replace([]);
      return result;
    } catch (error) {
      saver.resume();
      throw error;
    }
  };

  useEffect(() => {
    addEventListener("online", saver.flush);
    return () => {
      removeEventListener("online", saver.flush);
      saver.flush();
    };
  }, [saver]);

  return {
    status,
    keep: (values: ListingValues) => {
      setStatus(navigator.onLine ? null : "kept");
      saver.change(values);
    },
    /** What makes a listing of the draft, by which the server forgets it. */
    become: <Result>(act: () => Promise<Result>): Promise<Result> => endBy(act),
    discard: () => endBy(() => drop({ itemId })),
  };
}
