import type { DraftView } from "@nexby/contract/listings/drafts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useIntent } from "../../lib/browser/intents.ts";
import { localMemory, type SafeStorage } from "../../lib/browser/storage.ts";
import { realNow } from "../../lib/server-time.ts";
import { deleteDraft, listDrafts, saveDraft } from "./api.ts";
import { type Content, isContent, type ListingValues, readDraft } from "./listing-values.ts";

const PAUSE_MS = 800;

/** Saved on the server, or kept only on this device until the server can be reached. */
export type DraftStatus = "saved" | "kept" | null;

type SaverParts = {
  save: (content: Content) => Promise<void>;
  memory: SafeStorage;
  /** Storage key of this user and listing. */
  key: string;
  onStatus: (status: DraftStatus) => void;
};

/**
 * Stores input on the device immediately and sends it to the server when typing pauses. Sent drafts are removed from
 * the device, so a draft found there was never sent.
 */
export class DraftSaver {
  readonly #parts: SaverParts;
  #unsent: Content | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  #isPaused = false;

  constructor(parts: SaverParts) {
    this.#parts = parts;
  }

  change(content: Content): void {
    this.#unsent = content;
    this.#parts.memory.set(this.#parts.key, JSON.stringify({ content, keptAt: realNow() }));
    this.#wait();
  }

  /**
   * Sends unsent input without waiting for a pause. One request at a time, so that an older save never overtakes a
   * newer one.
   */
  readonly flush = (): void => {
    clearTimeout(this.#timer);
    if (this.#unsent === null || this.#sending || this.#isPaused) return;
    this.#sending = this.#send(this.#unsent).finally(() => {
      this.#sending = null;
    });
  };

  /** Stops sending and waits for a running save, so that later requests come after it. */
  async pause(): Promise<void> {
    this.#isPaused = true;
    clearTimeout(this.#timer);
    await this.#sending;
  }

  resume(): void {
    this.#isPaused = false;
    this.flush();
  }

  /** Clears the draft on the device; call it while paused, after the server has deleted its own. */
  forget(): void {
    this.#unsent = null;
    this.#parts.memory.remove(this.#parts.key);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (!this.#isPaused) this.#timer = setTimeout(this.flush, PAUSE_MS);
  }

  async #send(content: Content): Promise<void> {
    try {
      await this.#parts.save(content);
    } catch {
      return this.#parts.onStatus("kept");
    }
    if (this.#unsent !== content) return this.#wait();
    this.forget();
    this.#parts.onStatus("saved");
  }
}

type LocalDraft = { content: Content; keptAt: number };

/** The unsent draft on this device. */
export function findLocalDraft(memory: SafeStorage, key: string): LocalDraft | null {
  try {
    const kept: unknown = JSON.parse(memory.get(key) ?? "null");
    if (!isContent(kept) || !isContent(kept.content) || typeof kept.keptAt !== "number") return null;
    return { content: kept.content, keptAt: kept.keptAt };
  } catch {
    return null;
  }
}

export const draftKey = (userId: string, itemId: string | null): string =>
  `nx_listing_draft_${userId}_${itemId ?? "new"}`;

/**
 * The server's time is precise to the second and slightly late, so drafts this close together cannot be ordered by
 * time. Sent drafts are removed from the device, so the one on the device is newer.
 */
const CLOCK_TOLERANCE_MS = 3_000;

type StartParts = {
  base: ListingValues;
  drafts: readonly DraftView[];
  itemId: string | null;
  memory: SafeStorage;
  key: string;
};

export type Start = {
  values: ListingValues;
  isRestored: boolean;
  /** True when only this device has the draft. */
  isUnsent: boolean;
};

/** The form's initial values: the most recent draft, or the base values without one. */
export function startOf({ base, drafts, itemId, memory, key }: StartParts): Start {
  const sent = drafts.find((draft) => draft.itemId === itemId);
  const kept = findLocalDraft(memory, key);
  const isUnsent = kept !== null && (!sent || kept.keptAt > Date.parse(sent.updatedAt) - CLOCK_TOLERANCE_MS);
  const content = isUnsent ? kept.content : sent?.content;
  const values = content ? readDraft(content, base) : base;
  return { values, isUnsent, isRestored: JSON.stringify(values) !== JSON.stringify(base) };
}

/** Saves the form of one listing while it is filled in. */
export function useDraft(userId: string, itemId: string | null) {
  const client = useQueryClient();
  const [status, setStatus] = useState<DraftStatus>(null);
  const put = useIntent(saveDraft);
  const removeDraft = useIntent(deleteDraft);

  const replace = (saved: DraftView[]) =>
    client.setQueryData(listDrafts().queryKey, (previous) => [
      ...saved,
      ...(previous ?? []).filter((draft) => draft.itemId !== itemId),
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

  /** Runs a task that ends the draft; on failure the draft stays. */
  const endDraftWith = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    await saver.pause();
    try {
      const result = await task();
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
    save: (values: ListingValues) => {
      setStatus(navigator.onLine ? null : "kept");
      saver.change(values);
    },
    /** Submits the draft as a listing, after which the server deletes the draft. */
    submit: <Result>(task: () => Promise<Result>): Promise<Result> => endDraftWith(task),
    discard: () => endDraftWith(() => removeDraft({ itemId })),
  };
}
