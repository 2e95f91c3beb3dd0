import { vi } from "vitest";
import { type Client, type ClientParts, createClient } from "../api/client.ts";
import { PolledResponses } from "../api/read-response.ts";
import { lastSeen } from "../stored-session.ts";

export type Reply = (init: RequestInit) => Response | Promise<Response>;

export const json =
  (body: unknown, code = 200, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response(JSON.stringify(body), { status: code, headers: { "content-type": "application/json", ...headers } });

export const status = (code: number): Reply => json({ message: `Answer ${code}` }, code);

export const noNetwork: Reply = () => Promise.reject(new TypeError("Failed to fetch"));

/** Like a browser's fetch, it stays pending until the signal aborts. */
export const silence: Reply = ({ signal }) =>
  new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

/** Fake server and browser around the request client. */
export class FakeNetwork {
  readonly requests: { url: string; init: RequestInit }[] = [];
  readonly visited: string[] = [];
  readonly onTime = vi.fn<ClientParts["onTime"]>();
  readonly onFailure = vi.fn<ClientParts["onFailure"]>();
  readonly onSessionCheckFailed = vi.fn<ClientParts["onSessionCheckFailed"]>();
  token: string | null = null;

  /** Each test starts as a visitor, even if an earlier one signed in. */
  constructor() {
    lastSeen.user = null;
  }

  /** Replies by path, in order; the last one repeats. */
  clientWith(replies: Record<string, Reply[]>): Client {
    const { requests } = this;
    return createClient({
      async fetch(this: unknown, input: RequestInfo | URL, init: RequestInit = {}) {
        if (this !== undefined) throw new TypeError("Illegal invocation");
        const url = String(input);
        requests.push({ url, init });
        const left = replies[url] ?? [];
        const reply = left.length > 1 ? left.shift() : left[0];
        if (!reply) throw new Error(`nobody expected ${url}`);
        return reply(init);
      },
      origin: () => "https://nexby.example",
      token: () => this.token,
      polled: new PolledResponses(),
      onTime: this.onTime,
      warn: () => undefined,
      goTo: (path) => this.visited.push(path),
      onFailure: this.onFailure,
      onSessionCheckFailed: this.onSessionCheckFailed,
    });
  }

  requestedUrls(): string[] {
    return this.requests.map(({ url }) => url);
  }

  headersOf(index: number): Headers {
    return new Headers(this.requests[index]?.init.headers);
  }
}
