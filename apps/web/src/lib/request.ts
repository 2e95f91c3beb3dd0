/** What a read brings back; `link` names the next page of a list. The server hands prerendered pages the same shape. */
export type Answer<Body> = { body: Body; link: string | null };

export class RequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "RequestError";
    this.status = status;
  }
}

export async function get<Body>(path: string, signal: AbortSignal): Promise<Answer<Body>> {
  const response = await fetch(path, { signal, headers: { accept: "application/json" } });
  if (!response.ok) throw new RequestError(response.status, await messageOf(response));
  return { body: (await response.json()) as Body, link: response.headers.get("link") };
}

async function messageOf(response: Response): Promise<string> {
  try {
    const body: unknown = await response.json();
    if (typeof body === "object" && body !== null && "message" in body) return String(body.message);
  } catch {
    // A proxy answered, not our server: its page says nothing to a reader.
  }
  return response.statusText;
}

const NEXT = /<([^>]+)>\s*;[^,]*\brel="?next"?/i;

export function nextPathOf(link: string | null): string | null {
  return link?.match(NEXT)?.[1] ?? null;
}

export function withQuery<Path extends string>(
  path: Path,
  query: Record<string, string | null>,
): Path | `${Path}?${string}` {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}
