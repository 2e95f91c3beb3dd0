import type { SafeStorage } from "../browser/storage.ts";
import type { ErrorContext, ErrorSource } from "./error-entry.ts";

const STORAGE_KEY = "nx_error_log";
const MAX_ENTRIES = 50;
const MAX_JOURNEY = 5;

type StoredState = { startedAt: number; entries: number; journey: string[] };

/** Counters of a visit. They survive a reload, so that a page that fails at once cannot report endlessly. */
export class LogSession {
  readonly #storage: SafeStorage;
  readonly #state: StoredState;

  constructor(storage: SafeStorage, now: number) {
    this.#storage = storage;
    this.#state = readState(storage) ?? { startedAt: now, entries: 0, journey: [] };
  }

  /** True if another entry may be sent; it then counts as sent. */
  takeEntry(): boolean {
    if (this.#state.entries >= MAX_ENTRIES) return false;
    this.#state.entries += 1;
    this.#save();
    return true;
  }

  /** Records an opened page. A changed query of the same page does not count. */
  visit(path: string): void {
    if (this.#state.journey.at(-1) === path) return;
    this.#state.journey = [...this.#state.journey, path].slice(-MAX_JOURNEY);
    this.#save();
  }

  /** The last pages, with the current one at the end. */
  get journey(): readonly string[] {
    return this.#state.journey;
  }

  durationAt(now: number): number {
    return Math.max(0, now - this.#state.startedAt);
  }

  #save(): void {
    this.#storage.set(STORAGE_KEY, JSON.stringify(this.#state));
  }
}

function readState(storage: SafeStorage): StoredState | null {
  try {
    const value: unknown = JSON.parse(storage.get(STORAGE_KEY) ?? "null");
    return isStoredState(value) ? value : null;
  } catch {
    return null;
  }
}

function isStoredState(value: unknown): value is StoredState {
  const { startedAt, entries, journey } = (value ?? {}) as Partial<StoredState>;
  return (
    typeof startedAt === "number" &&
    typeof entries === "number" &&
    Array.isArray(journey) &&
    journey.length <= MAX_JOURNEY &&
    journey.every((path) => typeof path === "string")
  );
}

/** For developers with the console open: nothing is broken, but something is unexpected. */
export function warn(text: string, detail: unknown = ""): void {
  // biome-ignore lint/suspicious/noConsole: the one place that speaks to the console
  console.warn(text, detail);
}

export type ReportError = (source: ErrorSource, error: unknown, context?: ErrorContext) => void;
