import { ApiError, ClientRefusalError } from "./errors.ts";
import { MAX_BYTES } from "./request.ts";

const EXPECTED_TYPES = ["application/json", "text/plain", "text/html"];
const MAX_RAW_TEXT = 500;
/** HTTP/2 has no status texts. */
const NOT_EXPLAINED = "Something went wrong. Please try again.";

/** The parsed body of a success; anything else is thrown. */
export async function readResponse(response: Response, warn: (text: string) => void): Promise<unknown> {
  const type = response.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type && !EXPECTED_TYPES.includes(type)) warn(`Unexpected content type: ${type}`);

  const text = await readText(response);
  if (!response.ok) throw failureOf(response, text);
  if (response.status === 204) return null;
  const parsed = parse(text);
  if (parsed === undefined) {
    throw new ApiError({ status: response.status, message: "Invalid JSON response from server", details: text });
  }
  return parsed;
}

/** The length that is announced may be missing or wrong, so what really comes is counted as well. */
async function readText({ headers, body }: Response): Promise<string> {
  if (Number(headers.get("content-length")) > MAX_BYTES) {
    void body?.cancel().catch(() => undefined);
    throw tooLarge();
  }
  if (!body) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_BYTES) {
      void reader.cancel().catch(() => undefined);
      throw tooLarge();
    }
    text += decoder.decode(value, { stream: true });
  }
}

const tooLarge = () => new ClientRefusalError("Response too large");

/** Undefined is nothing that JSON can say. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failureOf(response: Response, text: string): ApiError {
  const details = parse(text);
  const message =
    textField(details, "message") ?? textField(details, "error") ?? (shortened(text) || response.statusText);
  const seconds = Number(response.headers.get("retry-after"));
  return new ApiError({
    status: response.status,
    message: message || NOT_EXPLAINED,
    details,
    retryAfterSeconds: seconds > 0 ? seconds : null,
  });
}

function textField(value: unknown, name: "message" | "error"): string | null {
  const field = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : null;
  return typeof field === "string" && field !== "" ? field : null;
}

const shortened = (text: string): string => (text.length > MAX_RAW_TEXT ? `${text.slice(0, MAX_RAW_TEXT)}...` : text);

/** What a read brings back; `link` names the next page of a list. */
export type Answer<Body> = { body: Body; link: string | null };

type Tagged = { tag: string; answer: Answer<unknown> };

/** More is never polled at a time; pages left behind make room. */
const MAX_KEPT = 20;

/**
 * The last answer of each polled path with its tag. The browser's own cache is not used, so the memory that makes 304 an
 * answer is here.
 */
export class PolledResponses {
  readonly #kept = new Map<string, Tagged>();

  find(url: string): Tagged | null {
    return this.#kept.get(url) ?? null;
  }

  keep(url: string, tagged: Tagged): void {
    this.#kept.delete(url);
    this.#kept.set(url, tagged);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > MAX_KEPT) this.#kept.delete(oldest);
  }

  /** Somebody signed out: what they saw is nobody's any more. */
  clear(): void {
    this.#kept.clear();
  }
}
