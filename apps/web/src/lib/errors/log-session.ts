import type { SafeStorage } from "../browser/storage.ts";
import type { Circumstances, ErrorSource } from "./error-entry.ts";

const STORAGE_KEY = "nx_error_log";
const MAX_ENTRIES = 50;
const MAX_JOURNEY = 5;

type Kept = { startedAt: number; entries: number; journey: string[] };

/** What is counted over a visit. It outlives a reload, so that a page that fails at once cannot report without end. */
export class LogSession {
  readonly #storage: SafeStorage;
  readonly #kept: Kept;

  constructor(storage: SafeStorage, now: number) {
    this.#storage = storage;
    this.#kept = keptIn(storage) ?? { startedAt: now, entries: 0, journey: [] };
  }

  /** Whether one more entry may be sent; it then counts as sent. */
  takeEntry(): boolean {
    if (this.#kept.entries >= MAX_ENTRIES) return false;
    this.#kept.entries += 1;
    this.#save();
    return true;
  }

  /** A page was opened. A filter of the same page is no other page. */
  visit(path: string): void {
    if (this.#kept.journey.at(-1) === path) return;
    this.#kept.journey = [...this.#kept.journey, path].slice(-MAX_JOURNEY);
    this.#save();
  }

  /** The last pages, the current one at the end. */
  get journey(): readonly string[] {
    return this.#kept.journey;
  }

  durationAt(now: number): number {
    return Math.max(0, now - this.#kept.startedAt);
  }

  #save(): void {
    this.#storage.set(STORAGE_KEY, JSON.stringify(this.#kept));
  }
}

function keptIn(storage: SafeStorage): Kept | null {
  try {
    const value: unknown = JSON.parse(storage.get(STORAGE_KEY) ?? "null");
    return isKept(value) ? value : null;
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is Kept {
  const { startedAt, entries, journey } = (value ?? {}) as Partial<Kept>;
  return (
    typeof startedAt === "number" &&
    typeof entries === "number" &&
    Array.isArray(journey) &&
    journey.length <= MAX_JOURNEY &&
    journey.every((path) => typeof path === "string")
  );
}

/** For whoever has the console open: nothing is broken, but something is not as it should be. */
export function warn(text: string, detail: unknown = ""): void {
  // biome-ignore lint/suspicious/noConsole: the one place that speaks to the console
  console.warn(text, detail);
}

export type ReportError = (source: ErrorSource, error: unknown, circumstances?: Circumstances) => void;
