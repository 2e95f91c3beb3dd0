import type { NewConditionReport } from "@nexby/contract/bookings/condition";
import type { ItemCondition } from "@nexby/domain/condition/condition-reports";
import type { Entries } from "../../components/photo-upload/photo-list.ts";

/** What a person entered so far. */
export type DraftFields = {
  condition: ItemCondition | null;
  notes: string;
  marks: readonly { description: string; photoId: string | null }[];
  /** The pieces of a kit, as typed. Absent until one is counted. */
  pieces?: readonly { name: string; count: number | string }[];
  /** The other person's, and when this device entered it. */
  photoCode?: string | undefined;
  photoCodeAt?: string | undefined;
};

export type StoredDraft = {
  key: string;
  fields: DraftFields;
  /** In the order the person chose. */
  photoIds: readonly string[];
  /** The last one the person sent. Sending it again with the same id stores nothing twice. */
  attempt: { reportId: string; body: NewConditionReport } | null;
  /** True while the attempt waits for the connection. Editing takes it back. */
  isQueued: boolean;
};

export type StoredPhoto = {
  id: string;
  draftKey: string;
  shot: string | null;
  /** Hash of the file as this device has it; null where the browser can't compute one. */
  sha256: string | null;
  file: File;
  /** The server's URL; null until it has the photo. */
  address: string | null;
  /** True if the server has computed the same hash. */
  isVerified: boolean;
};

/** Where a photo is; "saving" until the device has it. */
export type PhotoStatus = "saving" | "device" | "sent" | "verified";
export type DraftPhoto = { shot: string | null; status: PhotoStatus };

/** A report before the server has it, for the screen. */
export type DraftState = {
  isLoaded: boolean;
  fields: DraftFields;
  entries: Entries;
  photos: ReadonlyMap<string, DraftPhoto>;
  /** The person has sent it, but the server doesn't have it yet. */
  isQueued: boolean;
  /** Why the server refused it. */
  problem: string | null;
  /** Counts the drafts that were sent or discarded, so that a form knows when its draft is gone. */
  endings: number;
  /** Whether the device keeps what isn't sent; "evictable" until the browser needs the space. */
  storage: "safe" | "evictable" | "memory";
};

type Loaded = { draft: StoredDraft | null; photos: readonly StoredPhoto[] };

/** Writes resolve to false if the device could not keep the data, which then stays in memory only. */
export type DraftStore = {
  load(key: string): Promise<Loaded>;
  saveDraft(draft: StoredDraft): Promise<boolean>;
  savePhoto(photo: StoredPhoto): Promise<boolean>;
  removePhoto(id: string): Promise<void>;
  /** Also removes its photos. */
  removeDraft(key: string): Promise<void>;
};

const DATABASE = "nexby-condition";
const DRAFTS = "drafts";
const PHOTOS = "photos";
const BY_DRAFT = "draftKey";

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(DRAFTS, { keyPath: "key" });
      request.result.createObjectStore(PHOTOS, { keyPath: "id" }).createIndex(BY_DRAFT, BY_DRAFT);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const completion = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });

type Stores = { drafts: IDBObjectStore; photos: IDBObjectStore };

/**
 * Drafts and their photos in IndexedDB. Private windows may have none, and it can be full: what it doesn't take stays
 * in memory, so that the open page keeps working.
 */
class DeviceStore implements DraftStore {
  #opening: Promise<IDBDatabase> | null = null;
  readonly #drafts = new Map<string, StoredDraft>();
  readonly #photos = new Map<string, StoredPhoto>();

  async load(key: string): Promise<Loaded> {
    const kept = await this.#read(key).catch((): Loaded => ({ draft: null, photos: [] }));
    const inMemory = [...this.#photos.values()].filter(({ draftKey }) => draftKey === key);
    const others = kept.photos.filter(({ id }) => !this.#photos.has(id));
    return { draft: this.#drafts.get(key) ?? kept.draft, photos: [...others, ...inMemory] };
  }

  async saveDraft(draft: StoredDraft): Promise<boolean> {
    const isKept = await this.#write(({ drafts }) => void drafts.put(draft));
    if (isKept) this.#drafts.delete(draft.key);
    else this.#drafts.set(draft.key, draft);
    return isKept;
  }

  async savePhoto(photo: StoredPhoto): Promise<boolean> {
    const isKept = await this.#write(({ photos }) => void photos.put(photo));
    if (isKept) this.#photos.delete(photo.id);
    else this.#photos.set(photo.id, photo);
    return isKept;
  }

  async removePhoto(id: string): Promise<void> {
    this.#photos.delete(id);
    await this.#write(({ photos }) => void photos.delete(id));
  }

  async removeDraft(key: string): Promise<void> {
    this.#drafts.delete(key);
    for (const { id, draftKey } of this.#photos.values()) if (draftKey === key) this.#photos.delete(id);
    await this.#write(({ drafts, photos }) => {
      drafts.delete(key);
      const found = photos.index(BY_DRAFT).getAllKeys(key);
      found.onsuccess = () => {
        for (const id of found.result) photos.delete(id);
      };
    });
  }

  #database(): Promise<IDBDatabase> {
    this.#opening ??= openDatabase();
    return this.#opening;
  }

  #read(key: string): Promise<Loaded> {
    return this.#transact("readonly", async ({ drafts, photos }) => {
      const [draft, kept] = await Promise.all([
        resultOf<StoredDraft | undefined>(drafts.get(key)),
        resultOf<StoredPhoto[]>(photos.index(BY_DRAFT).getAll(key)),
      ]);
      return { draft: draft ?? null, photos: kept };
    });
  }

  async #write(change: (stores: Stores) => void): Promise<boolean> {
    try {
      await this.#transact("readwrite", async (stores, completed) => {
        change(stores);
        await completed();
      });
      return true;
    } catch {
      return false;
    }
  }

  /** Tries again with a new connection, because browsers close one that was not used for a while. */
  async #transact<Result>(
    mode: IDBTransactionMode,
    work: (stores: Stores, completed: () => Promise<void>) => Promise<Result>,
    triesLeft = 1,
  ): Promise<Result> {
    try {
      const transaction = (await this.#database()).transaction([DRAFTS, PHOTOS], mode);
      const stores = { drafts: transaction.objectStore(DRAFTS), photos: transaction.objectStore(PHOTOS) };
      return await work(stores, () => completion(transaction));
    } catch (error) {
      this.#opening = null;
      if (triesLeft === 0) throw error;
      return this.#transact(mode, work, triesLeft - 1);
    }
  }
}

export const deviceStore: DraftStore = new DeviceStore();

/** Asks the browser not to evict what is kept here when space runs low. */
export async function requestPersistence(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return false;
  }
}

/** SHA-256 in hex; null on pages without HTTPS, where browsers have no hash function. */
export async function hashOf(file: File): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const hash = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
