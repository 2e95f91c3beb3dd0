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

/** Why a photo was not taken, in words. */
type Refusal = { message: string; canRetry: boolean };

export type UploadParts = {
  /** Gives the address under which the server keeps the photo. */
  send: (file: File, watch: UploadWatch) => Promise<string>;
  /** What is wrong with a file that need not be sent to know; null when nothing is. */
  check: (file: File) => string | null;
  explain: (error: unknown) => Refusal;
  preview: { of: (file: File) => string; forget: (preview: string) => void };
};

const AT_ONCE = 2;

/** The photos of one form, and those on their way to the server. */
export class PhotoUploads {
  readonly #parts: UploadParts;
  readonly #listeners = new Set<() => void>();
  readonly #onTheirWay = new Map<string, AbortController>();
  #entries: Entries = [];
  #lastId = 0;
  /** Told after every change of what the server keeps. */
  onKept: (addresses: string[]) => void = () => undefined;
  /** Told what happened, in words for who cannot see it. */
  onNews: (news: string) => void = () => undefined;

  constructor(parts: UploadParts) {
    this.#parts = parts;
  }

  readonly entries = (): Entries => this.#entries;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What the form says is kept; it may have changed without us. */
  follow(images: readonly string[]): void {
    if (addressesOf(this.#entries).join() !== images.join()) this.#become(reconciled(this.#entries, images));
  }

  /** How many of the files there was no room for. */
  add(files: readonly File[], most: number): number {
    const taken = withRoom(this.#entries, files, most);
    this.#become([...this.#entries, ...taken.map((file) => this.#newEntry(file))]);
    this.#sendNext();
    return files.length - taken.length;
  }

  retry(id: string): void {
    this.#become(changed(this.#entries, id, { state: "waiting", problem: null, progress: 0 }));
    this.#sendNext();
  }

  /** Also ends its upload, if it is on its way. */
  remove(id: string): void {
    const entry = this.#entries.find((one) => one.id === id);
    if (!entry) return;
    this.#onTheirWay.get(id)?.abort();
    this.#forgetPreview(entry);
    this.#change(without(this.#entries, id));
    this.onNews(entry.state === "sending" || entry.state === "waiting" ? "Upload canceled" : "Photo removed");
    this.#sendNext();
  }

  move(id: string, to: number): void {
    const before = this.#entries;
    this.#change(moved(before, id, to));
    if (this.#entries === before) return;
    const place = this.#entries.findIndex((entry) => entry.id === id);
    const words = place === 0 ? "It is the cover now" : `It is photo ${place + 1} of ${this.#entries.length} now`;
    this.onNews(`Photo moved. ${words}`);
  }

  /** Nobody looks any more: what is on its way is given up. */
  close(): void {
    for (const upload of this.#onTheirWay.values()) upload.abort();
    for (const entry of this.#entries) this.#forgetPreview(entry);
    this.#entries = this.#entries.filter(({ state }) => state === "kept");
  }

  #newEntry(file: File): Pending {
    this.#lastId += 1;
    const problem = this.#parts.check(file);
    const preview = this.#parts.preview.of(file);
    const state = problem === null ? "waiting" : "failed";
    return { id: `upload-${this.#lastId}`, state, file, preview, progress: 0, problem, canRetry: false };
  }

  #sendNext(): void {
    for (const id of nextToSend(this.#entries, AT_ONCE)) {
      const entry = this.#entries.find((one) => one.id === id);
      if (entry && entry.state !== "kept") void this.#send(entry);
    }
  }

  async #send({ id, file }: Pending): Promise<void> {
    const upload = new AbortController();
    this.#onTheirWay.set(id, upload);
    this.#become(changed(this.#entries, id, { state: "sending", progress: 0 }));
    const onProgress = (progress: number) => this.#become(changed(this.#entries, id, { progress }));
    try {
      const address = await this.#parts.send(file, { onProgress, signal: upload.signal });
      if (upload.signal.aborted) return;
      this.#change(arrived(this.#entries, id, address));
      this.onNews(`Photo uploaded. ${addressesOf(this.#entries).length} in all`);
    } catch (error) {
      if (upload.signal.aborted) return;
      const { message, canRetry } = this.#parts.explain(error);
      this.#become(changed(this.#entries, id, { state: "failed", problem: message, canRetry }));
      this.onNews(`A photo was not uploaded. ${message}`);
    } finally {
      this.#onTheirWay.delete(id);
      this.#sendNext();
    }
  }

  #forgetPreview({ preview }: Entry): void {
    if (preview.startsWith("blob:")) this.#parts.preview.forget(preview);
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
