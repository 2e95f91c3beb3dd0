import type { UploadWatch } from "../../lib/api/upload-file.ts";
import {
  addressesOf,
  arrived,
  changed,
  type Entries,
  type Entry,
  moved,
  nextToSend,
  type Pending,
  reconciled,
  without,
  withRoom,
} from "./photo-list.ts";

/** Reason an upload failed, for the user. */
type UploadProblem = { message: string; canRetry: boolean };

export type UploadParts = {
  /** Resolves to the URL of the stored photo. */
  send: (file: File, watch: UploadWatch, id: string) => Promise<string>;
  /** Problem that can be found without sending the file, or null. */
  check: (file: File) => string | null;
  explain: (error: unknown) => UploadProblem;
  preview: { of: (file: File) => string; revoke: (preview: string) => void };
  /** Whether the first photo is a cover. */
  hasCover: boolean;
};

/** Photo with an id of the caller's own; `address` is null until the server has it. */
type OwnPhoto = { id: string; file: File; address: string | null };

export const FILE_PREVIEW: UploadParts["preview"] = {
  of: (file) => URL.createObjectURL(file),
  revoke: (preview) => URL.revokeObjectURL(preview),
};

const AT_ONCE = 2;

/** The stored and pending photos of one form. */
export class PhotoUploads {
  readonly #parts: UploadParts;
  readonly #listeners = new Set<() => void>();
  readonly #inFlight = new Map<string, AbortController>();
  #entries: Entries = [];
  #lastId = 0;
  /** Called after every change of the stored photos. */
  onKept: (addresses: string[]) => void = () => undefined;
  /** Called with announcements for screen readers. */
  onAnnouncement: (message: string) => void = () => undefined;

  constructor(parts: UploadParts) {
    this.#parts = parts;
  }

  readonly entries = (): Entries => this.#entries;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adopts the form's images, which may have changed elsewhere. */
  follow(images: readonly string[]): void {
    if (addressesOf(this.#entries).join() !== images.join()) this.#become(reconciled(this.#entries, images));
  }

  /** Returns the number of files that did not fit. */
  add(files: readonly File[], most: number): number {
    const taken = withRoom(this.#entries, files, most);
    this.#become([...this.#entries, ...taken.map((file) => this.#newEntry(file))]);
    this.#sendNext();
    return files.length - taken.length;
  }

  /** Adds photos that their form keeps itself, and sends those that the server doesn't have. */
  resume(photos: readonly OwnPhoto[]): void {
    const entries = photos.map(({ id, file, address }): Entry => {
      const entry = this.#newEntry(file, id);
      return address === null ? entry : { id, state: "kept", address, preview: entry.preview };
    });
    this.#become([...this.#entries, ...entries]);
    this.#sendNext();
  }

  /** Sends everything again where that may help. */
  retryFailed(): void {
    for (const entry of this.#entries) if (entry.state === "failed" && entry.canRetry) this.retry(entry.id);
  }

  retry(id: string): void {
    this.#become(changed(this.#entries, id, { state: "waiting", problem: null, progress: 0 }));
    this.#sendNext();
  }

  /** Also aborts its upload. */
  remove(id: string): void {
    const entry = this.#entries.find((one) => one.id === id);
    if (!entry) return;
    this.#inFlight.get(id)?.abort();
    this.#revokePreview(entry);
    this.#change(without(this.#entries, id));
    this.onAnnouncement(entry.state === "sending" || entry.state === "waiting" ? "Upload canceled" : "Photo removed");
    this.#sendNext();
  }

  move(id: string, to: number): void {
    const before = this.#entries;
    this.#change(moved(before, id, to));
    if (this.#entries === before) return;
    const place = this.#entries.findIndex((entry) => entry.id === id);
    const isCover = this.#parts.hasCover && place === 0;
    const position = isCover ? "the cover" : `photo ${place + 1} of ${this.#entries.length}`;
    this.onAnnouncement(`Photo moved. It’s now ${position}`);
  }

  /** Starts over, without announcing each photo. */
  clear(): void {
    this.close();
    this.#become([]);
  }

  /** Aborts all uploads when the form is closed. */
  close(): void {
    for (const upload of this.#inFlight.values()) upload.abort();
    for (const entry of this.#entries) this.#revokePreview(entry);
    this.#entries = this.#entries.filter(({ state }) => state === "kept");
  }

  #newEntry(file: File, ownId?: string): Pending {
    this.#lastId += 1;
    const problem = this.#parts.check(file);
    const preview = this.#parts.preview.of(file);
    const state = problem === null ? "waiting" : "failed";
    return { id: ownId ?? `upload-${this.#lastId}`, state, file, preview, progress: 0, problem, canRetry: false };
  }

  #sendNext(): void {
    for (const id of nextToSend(this.#entries, AT_ONCE)) {
      const entry = this.#entries.find((one) => one.id === id);
      if (entry && entry.state !== "kept") void this.#send(entry);
    }
  }

  async #send({ id, file }: Pending): Promise<void> {
    const upload = new AbortController();
    this.#inFlight.set(id, upload);
    this.#become(changed(this.#entries, id, { state: "sending", progress: 0 }));
    const onProgress = (progress: number) => this.#become(changed(this.#entries, id, { progress }));
    try {
      const address = await this.#parts.send(file, { onProgress, signal: upload.signal }, id);
      if (upload.signal.aborted) return;
      this.#change(arrived(this.#entries, id, address));
      this.onAnnouncement(`Photo uploaded. ${addressesOf(this.#entries).length} total`);
    } catch (error) {
      if (upload.signal.aborted) return;
      const { message, canRetry } = this.#parts.explain(error);
      this.#become(changed(this.#entries, id, { state: "failed", problem: message, canRetry }));
      this.onAnnouncement(`A photo wasn’t uploaded. ${message}`);
    } finally {
      this.#inFlight.delete(id);
      this.#sendNext();
    }
  }

  #revokePreview({ preview }: Entry): void {
    if (preview.startsWith("blob:")) this.#parts.preview.revoke(preview);
  }

  #change(entries: Entries): void {
    const before = addressesOf(this.#entries).join();
    this.#become(entries);
    const addresses = addressesOf(entries);
    if (addresses.join() !== before) this.onKept(addresses);
  }

  #become(entries: Entries): void {
    this.#entries = entries;
    for (const listener of this.#listeners) listener();
  }
}

/** What the tile of a photo can do. */
export type TileActions = Pick<PhotoUploads, "move" | "remove" | "retry">;
