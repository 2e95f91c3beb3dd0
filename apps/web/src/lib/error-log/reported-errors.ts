import type { ErrorType } from "@nexby/domain/error-logs/error-category";

const PAUSE_MS = 1_000;

type Report = { error: unknown; type: ErrorType; message: string; path: string; isLastResort: boolean; now: number };

/**
 * Keeps one trouble from filling the log: an error is told once by each that it meets (the call, the query, the
 * boundary), and the same words about the same place once a second.
 */
export class ReportedErrors {
  readonly #typesByError = new WeakMap<object, Set<ErrorType>>();
  readonly #lastAt = new Map<string, number>();

  /** Whether it is news; it then counts as told. */
  take({ error, type, message, path, isLastResort, now }: Report): boolean {
    if (typeof error === "object" && error !== null) {
      const types = this.#typesByError.get(error) ?? new Set();
      if (types.has(type) || (isLastResort && types.size > 0)) return false;
      this.#typesByError.set(error, types.add(type));
    }
    for (const [key, at] of this.#lastAt) if (now - at >= PAUSE_MS) this.#lastAt.delete(key);
    const key = JSON.stringify([type, message, path]);
    if (this.#lastAt.has(key)) return false;
    this.#lastAt.set(key, now);
    return true;
  }
}
