import { type LookupAddress, lookup } from "node:dns";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { type FetchPort, FetchProblem, type PostPort } from "./fetch.port.ts";

const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 10_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

type Resolve = (host: string) => Promise<LookupAddress[]>;
/** Overrides for tests that run their own server; production passes none. */
type Overrides = {
  isAllowedAddress?: (address: string) => boolean;
  isAnyPortAllowed?: boolean;
  ca?: string;
  resolve?: Resolve;
  timeoutMs?: number;
};
type Limits = Parameters<FetchPort["readText"]>[1];

const PROBLEMS = {
  notHttps: "The calendar link must start with https://",
  notFound: "We couldn't find this site. Please check the link.",
  notPublic: "This link points to a private network. Please use a public link.",
  unreachable: "We couldn't reach this site. Please check the link.",
  tooSlow: "The site took too long to respond. Please try again later.",
  tooLarge: "The file at this link is too large. Please use a smaller one.",
  tooManyRedirects: "This link redirects too many times. Please use its final address.",
  compressed: "The site sent something we can't read. Please check the link.",
} as const;

/**
 * The only way the server fetches a user-supplied URL. It connects to the exact IP address it checked, which defeats
 * DNS rebinding.
 */
export function guardedFetch(overrides: Overrides = {}): FetchPort & PostPort {
  const { isAllowedAddress = isPublicAddress, isAnyPortAllowed = false, resolve = resolveHost } = overrides;
  const { timeoutMs = TIMEOUT_MS, ca } = overrides;

  async function checkedAddress(host: string): Promise<LookupAddress> {
    const literal = host.replace(/^\[(.*)\]$/, "$1");
    const family = isIP(literal);
    const found = family > 0 ? [{ address: literal, family }] : await resolve(host);
    const [first] = found;
    if (!first) throw new FetchProblem(PROBLEMS.notFound);
    // A host that mixes public and private addresses is treated as an attack.
    if (!found.every(({ address }) => isAllowedAddress(address))) throw new FetchProblem(PROBLEMS.notPublic);
    return first;
  }

  async function readText(address: string, limits: Limits): Promise<string> {
    const signal = AbortSignal.timeout(timeoutMs);
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(new FetchProblem(PROBLEMS.tooSlow)));
    });
    const follow = async () => {
      let url = httpsUrl(address);
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
        const target = await checkedAddress(url.hostname);
        const headers = { accept: limits.accept, "accept-encoding": "identity", "user-agent": "Nexby calendar reader" };
        const response = await call(url, { target, ca, signal, method: "GET", headers });
        const next = REDIRECTS.has(response.statusCode ?? 0) ? response.headers.location : undefined;
        if (next === undefined) return bodyOf(response, limits.maxBytes);
        response.destroy();
        url = httpsUrl(next, url);
      }
      throw new FetchProblem(PROBLEMS.tooManyRedirects);
    };
    try {
      return await Promise.race([follow(), aborted]);
    } catch (error) {
      if (error instanceof FetchProblem) throw error;
      throw new FetchProblem(signal.aborted ? PROBLEMS.tooSlow : PROBLEMS.unreachable, { cause: error });
    }
  }

  /** Push services answer at the usual port; another one could be anything in a network of ours. */
  function postUrl(address: string): URL {
    const url = httpsUrl(address);
    if (url.port !== "" && !isAnyPortAllowed) throw new FetchProblem(PROBLEMS.notPublic);
    return url;
  }

  /** A site that can't be found now may be found later; `post` checks again. */
  async function mayPost(address: string): Promise<boolean> {
    const late = new Promise<boolean>((done) => {
      AbortSignal.timeout(timeoutMs).addEventListener("abort", () => done(true));
    });
    const isAllowed = async () => {
      await checkedAddress(postUrl(address).hostname);
      return true;
    };
    return Promise.race([isAllowed(), late]).catch(
      (error: unknown) => error instanceof FetchProblem && error.message === PROBLEMS.notFound,
    );
  }

  async function post(address: string, { headers, body }: Parameters<PostPort["post"]>[1]): Promise<number> {
    const url = postUrl(address);
    const signal = AbortSignal.timeout(timeoutMs);
    const target = await checkedAddress(url.hostname);
    const response = await call(url, { target, ca, signal, method: "POST", headers, body });
    response.destroy();
    return response.statusCode ?? 0;
  }
  return { readText, mayPost, post };
}

function httpsUrl(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base?.href) : null;
  if (url?.protocol !== "https:" || url.username || url.password) throw new FetchProblem(PROBLEMS.notHttps);
  return url;
}

type Call = {
  target: LookupAddress;
  ca: string | undefined;
  signal: AbortSignal;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: Buffer;
};

function call(url: URL, { target, ca, body, ...options }: Call): Promise<IncomingMessage> {
  const toTarget: LookupFunction = (_host, { all }, done) =>
    all ? done(null, [target]) : done(null, target.address, target.family);
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, lookup: toTarget, ...options, ...(ca !== undefined && { ca }) });
    sent.on("response", resolve).on("error", reject).end(body);
  });
}

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  try {
    if (response.statusCode !== 200)
      throw new FetchProblem(`The site responded with an error (${response.statusCode}). Please check the link.`);
    if ((response.headers["content-encoding"] ?? "identity") !== "identity")
      throw new FetchProblem(PROBLEMS.compressed);
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of response as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > maxBytes) throw new FetchProblem(PROBLEMS.tooLarge);
      parts.push(part);
    }
    return Buffer.concat(parts).toString("utf8");
  } finally {
    response.destroy();
  }
}

function resolveHost(host: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, found) =>
      error ? reject(new FetchProblem(PROBLEMS.notFound, { cause: error })) : resolve(found),
    );
  });
}

/** IPv4 networks outside the public internet, from IANA's special-purpose registries. */
const PRIVATE_V4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** Special ranges within 2000::/3, the only routed part of IPv6: tunnels that end in IPv4, documentation, tests. */
const SPECIAL_V6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const privateV4 = new BlockList();
for (const [network, prefix] of PRIVATE_V4) privateV4.addSubnet(network, prefix, "ipv4");
const specialV6 = new BlockList();
for (const [network, prefix] of SPECIAL_V6) specialV6.addSubnet(network, prefix, "ipv6");
const routedV6 = new BlockList();
routedV6.addSubnet("2000::", 3, "ipv6");

/** Excludes loopback, private networks and tunnels into either. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !privateV4.check(address, "ipv4");
  return isIP(address) === 6 && routedV6.check(address, "ipv6") && !specialV6.check(address, "ipv6");
}
