import type { MessageView } from "@nexby/contract/messaging/conversations";
import { ApiError } from "../../lib/api/errors.ts";
import type { SafeStorage } from "../../lib/browser/storage.ts";

const PAGE = 50;
/** More messages than this are not kept on the page: scrolling loads them again. */
const MOST = 200;

/** A message of the viewer's that the server has not confirmed yet. */
export type Outgoing = {
  id: string;
  content: string;
  photo: File | null;
  state: "sending" | "failed";
  /** Why the server refused it; null if it wasn't reached, which is worth another try. */
  problem: string | null;
};

export type ThreadState = {
  /** Without gaps, in order. */
  messages: readonly MessageView[];
  outgoing: readonly Outgoing[];
  hasOlder: boolean;
  hasNewer: boolean;
  isLoading: boolean;
  hasFailed: boolean;
};

type Calls = {
  list: (query: Record<string, string>) => Promise<MessageView[]>;
  send: (id: string, content: string) => Promise<MessageView>;
  sendPhoto: (id: string, file: File) => Promise<MessageView>;
};

type Parts = { calls: Calls; memory: SafeStorage; newId: () => string; conversationId: string };

/**
 * The messages of a conversation around what is on screen, and those on their way. Messages are numbered without gaps, so
 * whatever was missed during a break is what comes after the last number.
 */
export class Thread {
  #state: ThreadState = {
    messages: [],
    outgoing: [],
    hasOlder: false,
    hasNewer: false,
    isLoading: true,
    hasFailed: false,
  };
  readonly #parts: Parts;
  readonly #listeners = new Set<() => void>();
  /** One request for messages at a time, so that pages join without gaps. */
  #queue: Promise<void> = Promise.resolve();
  /** One message at a time, so that messages keep the order they were written in. */
  #sending: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#set({ outgoing: this.#unsent() });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly current = (): ThreadState => this.#state;

  /** Loads the latest messages, and sends what an earlier visit could not. */
  readonly start = async (): Promise<void> => {
    await this.showLatest();
    this.retryAll();
  };

  readonly showLatest = (): Promise<void> =>
    this.#next(async () => {
      const messages = await this.#parts.calls.list({ limit: String(PAGE) });
      this.#show(messages, { hasOlder: (messages[0]?.sequence ?? 1) > 1, hasNewer: false });
    });

  readonly loadOlder = (): Promise<void> =>
    this.#next(async () => {
      const { messages, hasOlder } = this.#state;
      const first = messages[0];
      if (!first || !hasOlder) return;
      const older = await this.#parts.calls.list({ before: String(first.sequence), limit: String(PAGE) });
      const all = [...older, ...messages];
      const kept = all.slice(0, MOST);
      this.#show(kept, {
        hasOlder: (all[0]?.sequence ?? 1) > 1,
        hasNewer: this.#state.hasNewer || kept.length < all.length,
      });
    });

  readonly loadNewer = (): Promise<void> => this.#next(() => this.#readOn(1));

  /** After an event or a break. Does nothing while older messages are on screen; scrolling down loads the rest. */
  readonly catchUp = (): Promise<void> =>
    this.#next(async () => {
      if (!this.#state.hasNewer) await this.#readOn(Number.POSITIVE_INFINITY);
    });

  readonly send = (content: string, photo: File | null = null): void => {
    const message: Outgoing = { id: this.#parts.newId(), content, photo, state: "sending", problem: null };
    this.#setOutgoing([...this.#state.outgoing, message]);
    this.#deliver(message);
  };

  readonly retry = (id: string): void => {
    const message = this.#state.outgoing.find((one) => one.id === id);
    if (!message) return;
    this.#change(id, { state: "sending", problem: null });
    this.#deliver(message);
  };

  /** Everything that did not reach the server. A refused message waits for its writer. */
  readonly retryAll = (): void => {
    for (const { id, state, problem } of this.#state.outgoing) if (state === "failed" && !problem) this.retry(id);
  };

  readonly discard = (id: string): void => this.#setOutgoing(this.#state.outgoing.filter((one) => one.id !== id));

  #deliver(message: Outgoing): void {
    this.#sending = this.#sending.then(() => this.#sendNow(message));
  }

  async #sendNow({ id, content, photo }: Outgoing): Promise<void> {
    const { calls } = this.#parts;
    try {
      await (photo ? calls.sendPhoto(id, photo) : calls.send(id, content));
    } catch (error) {
      const problem = error instanceof ApiError && error.isDecided ? error.message : null;
      this.#change(id, { state: "failed", problem });
      return;
    }
    // Others may have written in between, so the message arrives with everything before it.
    await (this.#state.hasNewer ? this.showLatest() : this.catchUp());
  }

  async #readOn(pages: number): Promise<void> {
    for (let page = 0; page < pages; page += 1) {
      const last = this.#state.messages.at(-1)?.sequence ?? 0;
      const newer = await this.#parts.calls.list({ after: String(last), limit: String(PAGE) });
      const all = [...this.#state.messages, ...newer];
      const kept = all.slice(-MOST);
      const hasNewer = newer.length === PAGE;
      this.#show(kept, { hasOlder: this.#state.hasOlder || kept.length < all.length, hasNewer });
      if (!hasNewer) return;
    }
  }

  #show(messages: readonly MessageView[], more: { hasOlder: boolean; hasNewer: boolean }): void {
    const arrived = new Set(messages.map(({ id }) => id));
    const outgoing = this.#state.outgoing.filter(({ id }) => !arrived.has(id));
    this.#set({ messages, ...more, isLoading: false, hasFailed: false });
    if (outgoing.length < this.#state.outgoing.length) this.#setOutgoing(outgoing);
  }

  #next(work: () => Promise<void>): Promise<void> {
    const run = async () => {
      try {
        await work();
      } catch {
        this.#set({ isLoading: false, hasFailed: true });
      }
    };
    this.#queue = this.#queue.then(run);
    return this.#queue;
  }

  #change(id: string, changes: Partial<Outgoing>): void {
    this.#setOutgoing(this.#state.outgoing.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  }

  /** Unsent words survive a reload. Photos don't: a browser can't store the file here. */
  #setOutgoing(outgoing: readonly Outgoing[]): void {
    const { memory } = this.#parts;
    const texts = outgoing.filter(({ photo }) => !photo).map(({ id, content }) => ({ id, content }));
    if (texts.length > 0) memory.set(this.#key, JSON.stringify(texts));
    else memory.remove(this.#key);
    this.#set({ outgoing });
  }

  #unsent(): Outgoing[] {
    try {
      const stored = JSON.parse(this.#parts.memory.get(this.#key) ?? "[]") as { id: string; content: string }[];
      return stored.map(({ id, content }) => ({ id, content, photo: null, state: "failed", problem: null }));
    } catch {
      return [];
    }
  }

  get #key(): string {
    return `nexby-unsent-${this.#parts.conversationId}`;
  }

  #set(changes: Partial<ThreadState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
