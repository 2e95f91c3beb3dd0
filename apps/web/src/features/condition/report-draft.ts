import type { BookingConditionView, NewConditionReport, RentalPhotoView } from "@nexby/contract/bookings/condition";
import { MAX_PHOTOS_PER_REPORT, type ReportPhase } from "@nexby/domain/condition/condition-reports";
import { type Entries, isBusy } from "../../components/photo-upload/photo-list.ts";
import { PhotoUploads, type UploadParts } from "../../components/photo-upload/photo-uploads.ts";
import { ApiError, isRetryable, NO_RESPONSE } from "../../lib/api/errors.ts";
import type { UploadWatch } from "../../lib/api/upload-file.ts";
import type { DraftFields, DraftPhoto, DraftState, DraftStore, StoredDraft, StoredPhoto } from "./draft-store.ts";

type SentPhoto = Pick<StoredPhoto, "id" | "shot" | "sha256" | "file">;

export type DraftParts = Pick<UploadParts, "check" | "explain" | "preview"> & {
  /** Names the booking, the person's role and the phase. */
  key: string;
  phase: ReportPhase;
  store: DraftStore;
  sendPhoto: (photo: SentPhoto, watch: UploadWatch) => Promise<Pick<RentalPhotoView, "url" | "originalSha256">>;
  sendReport: (reportId: string, body: NewConditionReport) => Promise<BookingConditionView>;
  hashOf: (file: File) => Promise<string | null>;
  requestPersistence: () => Promise<boolean>;
  newId: () => string;
};

/** `isWithoutCode`: its photo code was refused, so it was left out. */
type SentSummary = { verifiedCount: number; isWithoutCode: boolean };

const isCodeRefusal = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === "wrong_photo_code" || error.code === "photo_code_locked");

const EMPTY: DraftFields = { condition: null, notes: "", marks: [] };
const RETRY_MS = 15_000;

export const UNSENDABLE = "Remove the photos that can’t be sent";
const UNSENDABLE_ERROR = new ApiError({
  status: 400,
  message: UNSENDABLE,
  details: { details: [{ field: "photoIds", message: UNSENDABLE }] },
});

/** These photos would fail again. */
export const isUnsendable = (entries: Entries): boolean =>
  entries.some((entry) => entry.state === "failed" && !entry.canRetry);

/**
 * One person's report of one phase until the server has it. Photos are sent as they are taken, the report after them.
 * Everything is kept on the device first and carries its own id, so an interruption neither loses nor doubles it.
 */
export class ReportDraft {
  readonly #parts: DraftParts;
  readonly #listeners = new Set<() => void>();
  readonly #photos = new Map<string, StoredPhoto>();
  /** Ids of photos that the device doesn't have yet. */
  readonly #saving = new Set<string>();
  readonly uploads: PhotoUploads;
  #fields = EMPTY;
  #attempt: StoredDraft["attempt"] = null;
  #isQueued = false;
  #state: DraftState;
  #writes: Promise<unknown> = Promise.resolve();
  #delivery: Promise<"sent" | "queued"> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #isPersistenceRequested = false;
  /** True while the person waits for the answer and can correct what is refused. */
  #isAttended = false;
  #isWithoutCode = false;
  /** Called with the booking's condition once the server has the report. */
  onSent: (condition: BookingConditionView, sent: SentSummary) => void = () => undefined;

  constructor(parts: DraftParts) {
    this.#parts = parts;
    const { check, preview } = parts;
    this.uploads = new PhotoUploads({
      check,
      preview,
      hasCover: false,
      send: (_, watch, id) => this.#sendPhoto(id, watch),
      explain: (error) => {
        if (error instanceof ApiError && error.status === NO_RESPONSE) this.#resumeLater();
        return parts.explain(error);
      },
    });
    const photos = new Map<string, DraftPhoto>();
    const start = { isLoaded: false, isQueued: false, problem: null, endings: 0, storage: "safe" } as const;
    this.#state = { ...start, fields: EMPTY, entries: [], photos };
    this.uploads.subscribe(() => this.#follow());
  }

  readonly state = (): DraftState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Continues where an earlier visit stopped. */
  async load(): Promise<void> {
    const { draft, photos } = await this.#parts.store.load(this.#parts.key);
    if (this.#isClosed) return;
    const order = draft?.photoIds ?? [];
    const place = ({ id }: StoredPhoto) => (order.includes(id) ? order.indexOf(id) : order.length);
    const ordered = photos.toSorted((one, other) => place(one) - place(other));
    for (const photo of ordered) this.#photos.set(photo.id, photo);
    this.#fields = draft?.fields ?? EMPTY;
    this.#attempt = draft?.attempt ?? null;
    this.#isQueued = draft?.isQueued ?? false;
    this.uploads.resume(ordered);
    this.#show({ isLoaded: true });
    if (photos.length > 0) void this.#requestPersistence();
    if (this.#isQueued) void this.#deliver().catch(() => undefined);
  }

  /** Returns the number of files that did not fit. */
  add(files: readonly File[], shot: string | null): number {
    const room = Math.max(0, MAX_PHOTOS_PER_REPORT - this.#state.entries.length);
    const { key: draftKey, newId } = this.#parts;
    const added = files.slice(0, room).map((file): StoredPhoto => {
      return { id: newId(), draftKey, shot, sha256: null, file, address: null, isVerified: false };
    });
    for (const photo of added) {
      this.#photos.set(photo.id, photo);
      void this.#keep(photo);
    }
    this.uploads.resume(added);
    return files.length - added.length;
  }

  setFields(fields: DraftFields): void {
    if (JSON.stringify(fields) === JSON.stringify(this.#fields)) return;
    this.#fields = fields;
    this.#isQueued = false;
    this.#show({ problem: null });
    this.#save();
  }

  /**
   * Resolves to "queued" if it has to wait for the connection. Throws the server's refusal. A correction of a report
   * that may have arrived gets an id of its own.
   */
  submit(body: NewConditionReport): Promise<"sent" | "queued"> {
    const isSame = this.#attempt !== null && JSON.stringify(this.#attempt.body) === JSON.stringify(body);
    if (!isSame) this.#attempt = { reportId: this.#parts.newId(), body };
    this.#isQueued = true;
    this.#isAttended = true;
    this.#isWithoutCode = false;
    this.#show({ problem: null });
    this.#save();
    this.uploads.retryFailed();
    return this.#deliver();
  }

  /** The connection may be back. */
  readonly resume = (): void => {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.uploads.retryFailed();
    if (this.#isQueued) void this.#deliver().catch(() => undefined);
  };

  discard(): Promise<void> {
    return this.#clear();
  }

  /** Stops sending. Everything stays on the device. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.uploads.close();
  }

  #deliver(): Promise<"sent" | "queued"> {
    this.#delivery ??= this.#sendAll().finally(() => {
      this.#delivery = null;
    });
    return this.#delivery;
  }

  async #sendAll(): Promise<"sent" | "queued"> {
    await this.#photosSettled();
    // The report's id is on the device first. Otherwise a page closed now would send it again under another id.
    await this.#writes;
    const attempt = this.#attempt;
    if (!attempt || !this.#isQueued || this.#isClosed) return "queued";
    const { entries } = this.#state;
    if (isUnsendable(entries)) throw this.#refused(UNSENDABLE_ERROR);
    if (entries.some(({ state }) => state !== "kept")) return this.#wait();
    try {
      const condition = await this.#parts.sendReport(attempt.reportId, attempt.body);
      const verified = [...this.#state.photos.values()].filter(({ status }) => status === "verified");
      // Edited and sent again in the meantime.
      if (this.#isQueued && this.#attempt !== attempt) return this.#sendAll();
      if (this.#isQueued) await this.#clear();
      this.onSent(condition, { verifiedCount: verified.length, isWithoutCode: this.#isWithoutCode });
      return "sent";
    } catch (error) {
      // Signing in again leads back here.
      if (isRetryable(error) || (error instanceof ApiError && error.status === 401)) return this.#wait();
      const isCurrent = this.#isQueued && this.#attempt === attempt;
      if (isCurrent && !this.#isAttended && isCodeRefusal(error)) return this.#sendWithoutCode(attempt.body);
      throw this.#refused(error);
    }
  }

  /** Nobody is there to correct the code, and waiting could make the report too late. */
  #sendWithoutCode(body: NewConditionReport): Promise<"sent" | "queued"> {
    const noCode = { photoCode: undefined, photoCodeAt: undefined };
    this.#fields = { ...this.#fields, ...noCode };
    this.#attempt = { reportId: this.#parts.newId(), body: { ...body, ...noCode } };
    this.#isWithoutCode = true;
    this.#save();
    return this.#sendAll();
  }

  #wait(): "queued" {
    this.#isAttended = false;
    this.#resumeLater();
    return "queued";
  }

  /** Back to a draft that can be corrected. */
  #refused(error: unknown): unknown {
    this.#isQueued = false;
    this.#show({ problem: this.#parts.explain(error).message });
    this.#save();
    return error;
  }

  #resumeLater(): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(this.resume, RETRY_MS);
  }

  #photosSettled(): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (isBusy(this.uploads.entries())) return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = this.uploads.subscribe(check);
      check();
    });
  }

  async #sendPhoto(id: string, watch: UploadWatch): Promise<string> {
    const photo = this.#photos.get(id);
    if (!photo) throw new Error("The photo is not part of this draft");
    const sha256 = photo.sha256 ?? (await this.#parts.hashOf(photo.file));
    // On the device first, so that closing the page while it is sent loses nothing.
    await this.#writes;
    watch.signal.throwIfAborted();
    const { url, originalSha256 } = await this.#parts.sendPhoto({ ...photo, sha256 }, watch);
    watch.signal.throwIfAborted();
    const sent = { ...photo, sha256, address: url, isVerified: sha256 !== null && sha256 === originalSha256 };
    this.#photos.set(id, sent);
    void this.#write(() => this.#parts.store.savePhoto(sent));
    return url;
  }

  async #keep(photo: StoredPhoto): Promise<void> {
    this.#saving.add(photo.id);
    const isKept = await this.#write(() => this.#parts.store.savePhoto(photo));
    this.#saving.delete(photo.id);
    this.#show(isKept ? {} : { storage: "memory" });
    if (isKept) await this.#requestPersistence();
  }

  async #requestPersistence(): Promise<void> {
    if (this.#isPersistenceRequested) return;
    this.#isPersistenceRequested = true;
    if (!(await this.#parts.requestPersistence())) this.#show({ storage: "evictable" });
  }

  /** Photos were added, moved, sent or removed. */
  #follow(): void {
    if (this.#isClosed) return;
    const ids = new Set(this.uploads.entries().map(({ id }) => id));
    const before = this.#state.entries.map(({ id }) => id);
    for (const id of this.#photos.keys()) {
      if (ids.has(id) || !before.includes(id)) continue;
      this.#photos.delete(id);
      void this.#write(() => this.#parts.store.removePhoto(id));
    }
    const isEdited = this.#state.isLoaded && before.join() !== [...ids].join();
    if (isEdited) this.#isQueued = false;
    this.#show({});
    if (isEdited) this.#save();
  }

  #save(): void {
    const photoIds = this.uploads.entries().map(({ id }) => id);
    const { key, store } = this.#parts;
    const draft = { key, fields: this.#fields, photoIds, attempt: this.#attempt, isQueued: this.#isQueued };
    void this.#write(() => store.saveDraft(draft)).then((isKept) => isKept || this.#show({ storage: "memory" }));
  }

  async #clear(): Promise<void> {
    this.#attempt = null;
    this.#isQueued = false;
    this.#fields = EMPTY;
    this.#photos.clear();
    // Not an edit to save: a page closed now must leave the draft with its report's id on the device, or nothing.
    this.#state = { ...this.#state, entries: [] };
    this.uploads.clear();
    this.#show({ problem: null, endings: this.#state.endings + 1 });
    await this.#write(() => this.#parts.store.removeDraft(this.#parts.key));
  }

  /** In order, so that nothing that was removed is written again. */
  #write<Result>(write: () => Promise<Result>): Promise<Result> {
    const written = this.#writes.then(write);
    this.#writes = written.catch(() => undefined);
    return written;
  }

  #show(changes: Partial<DraftState>): void {
    const entries = this.uploads.entries();
    const photos = new Map(
      [...this.#photos].map(([id, { shot, address, isVerified }]): [string, DraftPhoto] => [
        id,
        {
          shot,
          status: isVerified ? "verified" : address !== null ? "sent" : this.#saving.has(id) ? "saving" : "device",
        },
      ]),
    );
    this.#state = { ...this.#state, fields: this.#fields, isQueued: this.#isQueued, entries, photos, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
