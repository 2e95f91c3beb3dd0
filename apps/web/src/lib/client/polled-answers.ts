/** What a read brings back; `link` names the next page of a list. */
export type Answer<Body> = { body: Body; link: string | null };

type Tagged = { tag: string; answer: Answer<unknown> };

/** More is never polled at a time; pages left behind make room. */
const MOST_KEPT = 20;

/**
 * The last answer of each polled path with its tag. The browser's own cache is not used, so the memory that makes 304 an
 * answer is here.
 */
export class PolledAnswers {
  readonly #kept = new Map<string, Tagged>();

  find(url: string): Tagged | null {
    return this.#kept.get(url) ?? null;
  }

  keep(url: string, tagged: Tagged): void {
    this.#kept.delete(url);
    this.#kept.set(url, tagged);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > MOST_KEPT) this.#kept.delete(oldest);
  }

  /** Somebody signed out: what they saw is nobody's any more. */
  clear(): void {
    this.#kept.clear();
  }
}
