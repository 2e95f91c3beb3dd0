import type { SafeStorage } from "../../lib/safe-storage.ts";
import { realNow } from "../../lib/server-time.ts";
import { type Content, isContent } from "./read-content.ts";

const PAUSE_MS = 800;

/** Saved with the server, or only on this device until the server can be reached. */
export type DraftStatus = "saved" | "kept" | null;

type Parts = {
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
  readonly #parts: Parts;
  #unsent: Content | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  #isPaused = false;

  constructor(parts: Parts) {
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
