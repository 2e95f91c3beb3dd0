import type { DraftView } from "@nexby/contract/listings/drafts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useIntent } from "../../lib/browser/intents.ts";
import { localMemory, type SafeStorage } from "../../lib/browser/storage.ts";
import { realNow } from "../../lib/server-time.ts";
import { deleteDraft, listDrafts, saveDraft } from "./api.ts";
import { type Content, isContent, type ListingValues, readDraft } from "./listing-values.ts";

const PAUSE_MS = 800;

/** Saved with the server, or only on this device until the server can be reached. */
export type DraftStatus = "saved" | "kept" | null;

type SaverParts = {
  save: (content: Content) => Promise<void>;
  memory: SafeStorage;
  /** Of this person and this listing. */
  key: string;
  onStatus: (status: DraftStatus) => void;
};

/**
 * Keeps what is typed: on the device at once, with the server when the typing pauses. What the server has is no longer
 * kept on the device, so what is found there was never sent.
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

  /** Sends what is not sent yet, without waiting for a pause. One at a time: an older one must not overtake. */
  readonly flush = (): void => {
    clearTimeout(this.#timer);
    if (this.#unsent === null || this.#sending || this.#isPaused) return;
    this.#sending = this.#send(this.#unsent).finally(() => {
      this.#sending = null;
    });
  };

  /** Sends nothing until further notice, and waits for what is under way: what follows must come after it. */
  async pause(): Promise<void> {
    this.#isPaused = true;
    clearTimeout(this.#timer);
    await this.#sending;
  }

  resume(): void {
    this.#isPaused = false;
    this.flush();
  }

  /** After a pause: the server has forgotten the draft, and so does the device. */
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

type KeptDraft = { content: Content; keptAt: number };

/** What this device has kept and never sent. */
export function findKeptDraft(memory: SafeStorage, key: string): KeptDraft | null {
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
 * The server's time is known to the second, and a little late: of a draft kept within that time of the one sent nobody
 * can say which was first. What the server has is not kept, so the one kept came after it.
 */
const CLOCK_DOUBT_MS = 3_000;

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
  /** The device has it and the server does not. */
  isUnsent: boolean;
};

/** With what a form begins: the draft that was changed last, or what it is without one. */
export function startOf({ base, drafts, itemId, memory, key }: StartParts): Start {
  const sent = drafts.find((draft) => draft.itemId === itemId);
  const kept = findKeptDraft(memory, key);
  const isUnsent = kept !== null && (!sent || kept.keptAt > Date.parse(sent.updatedAt) - CLOCK_DOUBT_MS);
  const content = isUnsent ? kept.content : sent?.content;
  const values = content ? readDraft(content, base) : base;
  return { values, isUnsent, isRestored: JSON.stringify(values) !== JSON.stringify(base) };
}

/** Keeps the form of one listing while it is filled in. */
export function useDraft(userId: string, itemId: string | null) {
  const client = useQueryClient();
  const [status, setStatus] = useState<DraftStatus>(null);
  const put = useIntent(saveDraft);
  const drop = useIntent(deleteDraft);

  const replace = (kept: DraftView[]) =>
    client.setQueryData(listDrafts().queryKey, (before) => [
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
