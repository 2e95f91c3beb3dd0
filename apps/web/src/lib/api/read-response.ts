import { ApiError, ClientRefusalError } from "./errors.ts";
import { MAX_BYTES } from "./request.ts";

const EXPECTED_TYPES = ["application/json", "text/plain", "text/html"];
const MAX_RAW_TEXT = 500;
/** HTTP/2 has no status texts. */
const NOT_EXPLAINED = "Something went wrong. Please try again.";

/** Returns the parsed body of a success and throws otherwise. */
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

/** The announced length may be missing or wrong, so the received bytes are counted as well. */
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

/** Returns undefined for invalid JSON, because no JSON text parses to it. */
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

/** Response of a read; `link` names the next page of a list. */
export type ApiResponse<Body> = { body: Body; link: string | null };

type Tagged = { tag: string; response: ApiResponse<unknown> };

/** More paths are never polled at once; entries of pages left behind are evicted. */
const MAX_ENTRIES = 20;

/** Last response of each polled path with its ETag. The browser cache is not used, so a 304 needs this memory. */
export class PolledResponses {
  readonly #entries = new Map<string, Tagged>();

  find(url: string): Tagged | null {
    return this.#entries.get(url) ?? null;
  }

  store(url: string, tagged: Tagged): void {
    this.#entries.delete(url);
    this.#entries.set(url, tagged);
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size > MAX_ENTRIES) this.#entries.delete(oldest);
  }

  /** Cached responses must not outlive the session they belong to. */
  clear(): void {
    this.#entries.clear();
  }
}
