import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FetchProblem } from "./fetch.port.ts";
import { guardedFetch, isPublicAddress } from "./guarded-fetch.ts";
import { CERTIFICATE, startSite } from "./site-under-test.ts";

const LIMITS = { accept: "text/calendar", maxBytes: 10_000 };
const LOOPBACK = [{ address: "127.0.0.1", family: 4 }];

describe("isPublicAddress", () => {
  test.each([
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.7",
    "224.0.0.1",
    "239.255.255.255",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "3fff::1",
    "5f00::1",
    "localhost",
    "",
    "1.2.3",
  ])("isPublicAddress rejects %j", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each([
    "8.8.8.8",
    "100.63.255.255",
    "100.128.0.1",
    "172.15.0.1",
    "172.32.0.1",
    "2606:4700::1111",
    "2a00:1450::1",
  ])("isPublicAddress accepts %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe("an address to post to", () => {
  const at = (address: string) => guardedFetch({ resolve: async () => [{ address, family: 4 }] });

  test.each([
    ["https://push.example/send/1", "8.8.8.8", true],
    ["https://push.example:443/send/1", "8.8.8.8", true],
    ["https://push.example/send/1", "10.0.0.1", false],
    ["https://push.example:8443/send/1", "8.8.8.8", false],
    ["https://push.example:22/", "8.8.8.8", false],
    ["http://push.example/send/1", "8.8.8.8", false],
    ["https://me:secret@push.example/", "8.8.8.8", false],
    ["https://127.0.0.1/", "8.8.8.8", false],
    ["https://0x7f.1/", "8.8.8.8", false],
    ["https://[::ffff:10.0.0.1]/", "8.8.8.8", false],
    ["https://[fd00::1]/", "8.8.8.8", false],
    ["ftp://push.example/", "8.8.8.8", false],
    ["push.example", "8.8.8.8", false],
  ])("%s at %s is possible: %s", async (address, resolved, isPossible) => {
    expect(await at(resolved).mayPost(address)).toBe(isPossible);
  });

  test("an address to post to is possible while its host can't be found, because it is checked again when it is used", async () => {
    const unknown = guardedFetch({ resolve: async () => [] });
    expect(await unknown.mayPost("https://push.example/send/1")).toBe(true);
    const slow = guardedFetch({ resolve: () => new Promise(() => undefined), timeoutMs: 1 });
    expect(await slow.mayPost("https://push.example/send/1")).toBe(true);
  });
});

describe("guardedFetch", () => {
  let site: Awaited<ReturnType<typeof startSite>>;
  let requests: string[] = [];
  beforeAll(async () => {
    site = await startSite((_request, response) => response.end("calendar"));
  });
  afterAll(() => site.close());

  const respond: Parameters<typeof startSite>[0] = (request, response) => {
    requests.push(`${request.headers.host?.split(":")[0]}${request.url}`);
    const [, path = "", rest = ""] = /^\/([a-z]+)\/?(.*)$/.exec(request.url ?? "") ?? [];
    if (path === "to") return response.writeHead(302, { location: decodeURIComponent(rest) }).end();
    if (path === "hops") return response.writeHead(301, { location: `/hops/${Number(rest) - 1}` }).end();
    if (path === "large") return response.end("x".repeat(LIMITS.maxBytes + 1));
    if (path === "zipped") return response.writeHead(200, { "content-encoding": "gzip" }).end("zip");
    if (path === "broken") return response.writeHead(500).end();
    if (path === "torn") return response.socket?.destroy();
    if (path === "slow") return response.writeHead(200).flushHeaders();
    return response.end("calendar");
  };
  const fetchPath = (path: string, overrides: Parameters<typeof guardedFetch>[0] = {}) => {
    requests = [];
    site.answerWith(respond);
    const fetching = guardedFetch({
      ca: CERTIFICATE,
      isAllowedAddress: (address) => address === "127.0.0.1",
      resolve: async () => LOOPBACK,
      ...overrides,
    });
    const address = path.startsWith("/") ? `https://calendar.example:${site.port}${path}` : path;
    return fetching.readText(address, LIMITS);
  };
  const problemOf = async (reading: Promise<string>) => {
    const error = await reading.then(
      (text) => new Error(`It read ${text}`),
      (reason: unknown) => reason,
    );
    if (!(error instanceof FetchProblem)) throw error;
    return error.message;
  };

  test("guardedFetch reads an allowed site and follows its redirect to another host", async () => {
    expect(await fetchPath("/plain")).toBe("calendar");
    const next = encodeURIComponent(`https://other.example:${site.port}/plain`);
    expect(await fetchPath(`/to/${next}`)).toBe("calendar");
    expect(requests).toEqual([`calendar.example/to/${next}`, "other.example/plain"]);
  });

  test("guardedFetch blocks loopback and link-local addresses by default, however the host is written", async () => {
    const unmodified = guardedFetch();
    for (const host of [
      "127.0.0.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "2130706433",
      "0x7f.1",
      "0",
      "localhost",
      "169.254.169.254",
    ]) {
      const problem = await problemOf(unmodified.readText(`https://${host}:${site.port}/plain`, LIMITS));
      expect([host, problem]).toEqual([host, "This link points to a private network. Please use a public link."]);
    }
    const resolving = guardedFetch({ resolve: async () => LOOPBACK, ca: CERTIFICATE });
    expect(await problemOf(resolving.readText(`https://calendar.example:${site.port}/`, LIMITS))).toMatch(
      /private network/,
    );
  });

  test("guardedFetch rejects a host that resolves to public and private addresses", async () => {
    const resolve = async () => [{ address: "8.8.8.8", family: 4 }, ...LOOPBACK];
    expect(await problemOf(fetchPath("/plain", { resolve, isAllowedAddress: isPublicAddress }))).toMatch(
      /private network/,
    );
    expect(requests).toEqual([]);
  });

  test("guardedFetch resolves a host once per request, so DNS rebinding has no effect", async () => {
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      return lookups === 1 ? LOOPBACK : [{ address: "10.0.0.1", family: 4 }];
    };
    expect(await fetchPath("/plain", { resolve })).toBe("calendar");
    expect(lookups).toBe(1);
  });

  test.each([
    ["to a private address", "https://10.0.0.1/x", /private network/],
    ["to the loopback address", "https://[::1]/x", /private network/],
    ["to the cloud metadata service", "https://169.254.169.254/latest/meta-data", /private network/],
    ["to an unencrypted page", "http://calendar.example/x", /must start with https/],
    ["to a file", "file:///etc/passwd", /must start with https/],
    ["to a URL with credentials", "https://me:secret@calendar.example/x", /must start with https/],
    ["to an invalid URL", "https://", /must start with https/],
  ])("guardedFetch does not follow a redirect %s", async (_, target, problem) => {
    expect(await problemOf(fetchPath(`/to/${encodeURIComponent(target)}`))).toMatch(problem);
    expect(requests).toHaveLength(1);
  });

  test("guardedFetch follows three redirects and rejects the fourth", async () => {
    expect(await problemOf(fetchPath("/hops/9"))).toBe(
      "This link redirects too many times. Please use its final address.",
    );
    expect(requests).toHaveLength(4);
  });

  test.each([
    ["/large", "The file at this link is too large. Please use a smaller one."],
    ["/zipped", "The site sent something we can't read. Please check the link."],
    ["/broken", "The site responded with an error (500). Please check the link."],
    ["/torn", "We couldn't reach this site. Please check the link."],
    ["http://calendar.example/", "The calendar link must start with https://"],
    ["nonsense", "The calendar link must start with https://"],
  ])('guardedFetch rejects %s with "%s"', async (path, problem) => {
    expect(await problemOf(fetchPath(path))).toBe(problem);
  });

  test("guardedFetch gives up on a site that does not finish its response", async () => {
    expect(await problemOf(fetchPath("/slow", { timeoutMs: 200 }))).toBe(
      "The site took too long to respond. Please try again later.",
    );
  });

  test("guardedFetch rejects an unknown host and an untrusted certificate with a message for the user", async () => {
    expect(await problemOf(fetchPath("/plain", { resolve: async () => [] }))).toMatch(/find this site/);
    const withoutCa = guardedFetch({ isAllowedAddress: () => true, resolve: async () => LOOPBACK });
    const reading = withoutCa.readText(`https://calendar.example:${site.port}/plain`, LIMITS);
    expect(await problemOf(reading)).toBe("We couldn't reach this site. Please check the link.");
  });
});
