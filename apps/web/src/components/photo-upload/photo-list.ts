/** Photo in display order: stored by the server (`kept`) or on its way there. */
export type Kept = { id: string; state: "kept"; address: string; preview: string };
export type Pending = {
  id: string;
  state: "waiting" | "sending" | "failed";
  file: File;
  /** Object URL of the file in this browser. */
  preview: string;
  /** From 0 to 1. */
  progress: number;
  problem: string | null;
  /** False when a retry would fail the same way. */
  canRetry: boolean;
};
export type Entry = Kept | Pending;
export type Entries = readonly Entry[];

/** URLs of the stored photos, cover first. */
export const addressesOf = (entries: Entries): string[] =>
  entries.flatMap((entry) => (entry.state === "kept" ? entry.address : []));

/** A tile needs no larger image than an item card. */
const cardOf = (address: string): string => address.replace(/full\.webp$/, "400x267.webp");

export const keptEntry = (address: string): Kept => ({ id: address, state: "kept", address, preview: cardOf(address) });

/** The form's images, with pending photos left in their place. */
export function reconciled(entries: Entries, images: readonly string[]): Entries {
  const known = new Map(entries.flatMap((entry) => (entry.state === "kept" ? [[entry.address, entry]] : [])));
  const kept: Entry[] = images.map((address) => known.get(address) ?? keptEntry(address));
  return entries.reduce(
    (list, entry, index) => (entry.state === "kept" ? list : list.toSpliced(index, 0, entry)),
    kept,
  );
}

/** The files that fit within the limit, in their order. */
export const withRoom = (entries: Entries, files: readonly File[], most: number): readonly File[] =>
  files.slice(0, Math.max(0, most - entries.length));

export const changed = (entries: Entries, id: string, changes: Partial<Pending>): Entries =>
  entries.map((entry) => (entry.id === id && entry.state !== "kept" ? { ...entry, ...changes } : entry));

/** The server has stored it. Keeps the entry and its preview, so that nothing flickers or loses focus. */
export const arrived = (entries: Entries, id: string, address: string): Entries =>
  entries.map((entry) => (entry.id === id ? { id, state: "kept", address, preview: entry.preview } : entry));

export const without = (entries: Entries, id: string): Entries => entries.filter((entry) => entry.id !== id);

/** Moves a photo, at most to either end. */
export function moved(entries: Entries, id: string, to: number): Entries {
  const from = entries.findIndex((entry) => entry.id === id);
  const entry = entries[from];
  const place = Math.min(Math.max(to, 0), entries.length - 1);
  return entry && place !== from ? entries.toSpliced(from, 1).toSpliced(place, 0, entry) : entries;
}

/** Ids to send now, within the limit of concurrent uploads. */
export function nextToSend(entries: Entries, atOnce: number): string[] {
  const free = atOnce - entries.filter(({ state }) => state === "sending").length;
  const waiting = entries.filter(({ state }) => state === "waiting");
  return waiting.slice(0, Math.max(0, free)).map(({ id }) => id);
}

export const isBusy = (entries: Entries): boolean =>
  entries.some(({ state }) => state === "waiting" || state === "sending");
