import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OpenIdSettings } from "../../../adapters/sign-in/openid-provider.ts";
import { type Manner, type ProviderUnderTest, startProvider } from "../../../adapters/sign-in/provider-under-test.ts";
import {
  CALLBACK,
  cookiesOf,
  isNobody,
  login,
  pathOf,
  SITE,
  startWithProviders,
  stranger,
  visitorOf,
  whoIs,
} from "../../../testing/people/web-visitor.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";

const database = useTestDatabase();
let app: Awaited<ReturnType<typeof startWithProviders>>;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  app = await startWithProviders(database().db);
});
afterAll(async () => {
  await app.close();
  for (const close of closing.reverse()) await close();
});
beforeEach(() => database().db.execute(sql`truncate throttles`));

const WORKING: Manner = {
  clientAuth: "client_secret_post",
  algorithm: "ES256",
  hasClaimsInIdToken: false,
  hasSignOut: true,
};
const MANNERS: [string, Manner][] = [
  ["secret in the body, ES256, claims from userinfo, no sign-out", { ...WORKING, hasSignOut: false }],
  [
    "no secret, Ed25519, claims in the ID token, sign-out",
    { clientAuth: "none", algorithm: "EdDSA", hasClaimsInIdToken: true, hasSignOut: true },
  ],
  [
    "secret in the header, RS256, claims from userinfo, sign-out",
    { clientAuth: "client_secret_basic", algorithm: "RS256", hasClaimsInIdToken: false, hasSignOut: true },
  ],
];

const startWorking = async (manner = WORKING): Promise<ProviderUnderTest> => {
  const provider = await startProvider(SITE + CALLBACK, manner);
  closing.push(provider.close);
  app.use(provider.settings);
  return provider;
};

describe("an external provider", () => {
  const arrive = async (provider: ProviderUnderTest, subject: string, claims: Record<string, unknown>) => {
    provider.seat(subject, claims);
    const visitor = visitorOf(app);
    return { visitor, place: await login(visitor, SITE, "/browse") };
  };
  const identityRows = async (email: string) => {
    const { rows } = await database().db.execute<{ issuer: string; subject: string; verified: boolean }>(sql`
      select issuer, subject, email_verified_at is not null as verified from users
      join user_identities on user_id = users.id where users.email = ${email}`);
    return rows;
  };

  test("[MSG-01] an external provider takes no phone number as the name of a new user", async () => {
    const provider = await startWorking(MANNERS[0]?.[1]);
    const { email } = stranger();
    const claims = { email, email_verified: true, given_name: "Ida", family_name: "Moss 201-555-0199" };
    const { visitor } = await arrive(provider, `named ${email}`, claims);
    expect(await whoIs(visitor, SITE, app.origin)).toMatchObject({ email, firstName: null, lastName: null });
  });

  test.each(MANNERS)(
    "[ROUTE-08] an external provider gives a new user an account, recognizes them again, and signs them out: %s",
    async (_, manner) => {
      const provider = await startWorking(manner);
      const { email } = stranger();
      const claims = { email: email.toUpperCase(), email_verified: true, given_name: "Ida", family_name: "Moss" };
      const first = await arrive(provider, `new ${email}`, claims);
      expect(first.place.url.href).toBe(`${SITE}/browse`);
      const signedIn = await whoIs(first.visitor, SITE, app.origin);
      expect(signedIn).toMatchObject({ email, firstName: "Ida", lastName: "Moss", isApproved: false });
      expect(await identityRows(email)).toEqual([
        { issuer: provider.settings.issuer, subject: `new ${email}`, verified: true },
      ]);
      expect(provider.asked).toContain(
        manner.clientAuth === "client_secret_basic" ? "POST /token, Basic" : "POST /token",
      );
      expect(provider.asked.includes("GET /me, Bearer")).toBe(!manner.hasClaimsInIdToken);

      const second = await arrive(provider, `new ${email}`, { email: "moved@nexby.example", email_verified: true });
      expect((await whoIs(second.visitor, SITE, app.origin)).id).toBe(signedIn.id);

      const left = await second.visitor.open(`${SITE}/api/logout`);
      if (manner.hasSignOut) {
        expect(left.trail[0]).toContain(`${provider.settings.issuer}/session/end?`);
        expect(new URL(left.trail[0] ?? "").searchParams.get("post_logout_redirect_uri")).toBe(`${SITE}/`);
      } else {
        expect(left.trail).toEqual([`${SITE}/`]);
      }
    },
  );

  test("an external provider whose word on an address is missing or no creates an unverified account and never opens an existing one", async () => {
    const provider = await startWorking();
    for (const more of [{}, { email_verified: false }]) {
      const { email } = stranger();
      const { place } = await arrive(provider, `one ${email}`, { email, ...more });
      expect(place.url.href).toBe(`${SITE}/browse`);
      expect(await identityRows(email)).toMatchObject([{ verified: false }]);
      const other = await arrive(provider, `two ${email}`, { email, ...more });
      expect(pathOf(other.place)).toBe("/auth?error=email_taken");
      expect(await isNobody(other.visitor, SITE, app.origin)).toBe(true);
    }
  });

  test("an external provider that sends no usable address, or whose user declines, signs no one in", async () => {
    const provider = await startWorking();
    const { place, visitor } = await arrive(provider, "without address", { email: "nobody", email_verified: true });
    expect(pathOf(place)).toBe("/auth?error=email_missing");
    expect(await isNobody(visitor, SITE, app.origin)).toBe(true);
    provider.seat(null);
    expect(pathOf(await login(visitor, SITE))).toBe("/auth?error=access_denied");
    expect(await isNobody(visitor, SITE, app.origin)).toBe(true);
  });
});

describe("a failing provider", () => {
  const settingsFor = (issuer: string): OpenIdSettings => ({
    name: "Town ID",
    issuer,
    clientId: "nexby",
    clientSecret: undefined,
    scopes: "openid",
  });
  const startFake = async (respond: (server: Server) => RequestListener): Promise<string> => {
    const server = createServer();
    server.on("request", respond(server));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    closing.push(async () => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  test("a failing provider that is unreachable is reported as unavailable and retried the next time", async () => {
    const provider = await startWorking();
    const { issuer } = provider.settings;
    let isReachable = false;
    app.use({
      ...provider.settings,
      fetch: async (address, options) => {
        if (!isReachable) throw new TypeError("fetch failed");
        return fetch(address, options as RequestInit);
      },
    });
    expect(pathOf(await login(visitorOf(app), SITE))).toBe("/auth?error=provider_unavailable");
    isReachable = true;
    provider.seat("back", { email: stranger().email });
    expect((await login(visitorOf(app), SITE)).trail[0]).toContain(`${issuer}/auth?`);
  });

  test.each<[string, (response: ServerResponse, origin: string) => void]>([
    ["is not a provider", (response) => response.setHeader("content-type", "text/html").end("<h1>Hello</h1>")],
    ["is broken", (response) => response.writeHead(500).end()],
    ["sends empty JSON", (response) => response.setHeader("content-type", "application/json").end("{}")],
    ["sends invalid JSON", (response) => response.setHeader("content-type", "application/json").end("{")],
    ["redirects elsewhere", (response) => response.writeHead(302, { location: "https://evil.example" }).end()],
    ["drops the connection", (response) => void response.socket?.destroy()],
    [
      "has a different issuer",
      (response) =>
        response.setHeader("content-type", "application/json").end(JSON.stringify({ issuer: "https://evil.example" })),
    ],
    [
      "has no sign-in endpoint",
      (response, origin) =>
        response.setHeader("content-type", "application/json").end(JSON.stringify({ issuer: origin })),
    ],
  ])("a failing provider that %s is reported as unavailable", async (_, respond) => {
    const origin = await startFake((server) => (_request, response) => {
      respond(response, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
    app.use(settingsFor(origin));
    expect(pathOf(await login(visitorOf(app), SITE))).toBe("/auth?error=provider_unavailable");
  });

  test("a failing provider that does not respond times out after a few seconds", async () => {
    app.use(settingsFor(await startFake(() => () => undefined)));
    expect(pathOf(await login(visitorOf(app), SITE))).toBe("/auth?error=provider_unavailable");
  });

  let honest: ProviderUnderTest | undefined;
  type Tokens = Record<string, string>;
  const tampered = (settings: OpenIdSettings, where: string, change: (body: Tokens) => Tokens): OpenIdSettings => ({
    ...settings,
    fetch: async (address, options) => {
      const response = await fetch(address, options as RequestInit);
      if (!address.endsWith(where)) return response;
      return Response.json(change((await response.json()) as Tokens), { status: response.status });
    },
  });
  const part = (token: string | undefined, index: number) => token?.split(".")[index] ?? "";
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

  test.each<[string, string, (body: Tokens) => Tokens]>([
    ["no ID token", "/token", ({ id_token: _, ...rest }) => rest],
    ["no access token", "/token", ({ access_token: _, ...rest }) => rest],
    [
      "an ID token with a wrong signature",
      "/token",
      ({ id_token, ...rest }) => ({
        ...rest,
        id_token: [part(id_token, 0), part(id_token, 1), "A".repeat(86)].join("."),
      }),
    ],
    [
      "an ID token without a signature",
      "/token",
      ({ id_token, ...rest }) => ({ ...rest, id_token: `${encode({ alg: "none" })}.${part(id_token, 1)}.` }),
    ],
    [
      "an ID token with another user's subject",
      "/token",
      ({ id_token, ...rest }) => {
        const claims = JSON.parse(Buffer.from(part(id_token, 1), "base64url").toString()) as object;
        return {
          ...rest,
          id_token: [part(id_token, 0), encode({ ...claims, sub: "victim" }), part(id_token, 2)].join("."),
        };
      },
    ],
    ["another user's claims", "/me", (claims) => ({ ...claims, sub: "victim" })],
    ["an error", "/token", () => ({ error: "server_error", error_description: "<b>Call me</b>" })],
    ["no keys", "/jwks", () => ({})],
  ])("a failing provider that sends %s signs no one in", async (what, where, change) => {
    honest ??= await startWorking();
    app.use(tampered(honest.settings, where, change));
    honest.seat(`tampered ${what}`, { email: stranger().email, email_verified: true });
    const visitor = visitorOf(app);
    expect(pathOf(await login(visitor, SITE))).toBe("/auth?error=provider_unavailable");
    expect(await isNobody(visitor, SITE, app.origin)).toBe(true);
  });

  test("a failing provider that goes down during a sign-in fails it, and does not prevent signing out", async () => {
    const provider = await startProvider(SITE + CALLBACK, WORKING);
    app.use(provider.settings);
    provider.seat("leaving", { email: stranger().email, email_verified: true });
    const [signedIn, inProgress] = [visitorOf(app), visitorOf(app, CALLBACK)];
    await login(signedIn, SITE);
    const { url } = await login(inProgress, SITE);
    await provider.close();
    expect(pathOf(await inProgress.open(url.href))).toBe("/auth?error=provider_unavailable");

    app.use(provider.settings);
    const { location } = Object.fromEntries(
      (await fetch(`${app.origin}/api/logout`, { redirect: "manual", ...cookiesOf(signedIn, SITE) })).headers,
    );
    expect(location).toBe("/");
    expect(await isNobody(signedIn, SITE, app.origin)).toBe(true);
  });

  test("a failing provider that replaced the one used for the sign-in is not asked to sign out", async () => {
    const before = await startWorking();
    before.seat("early", { email: stranger().email, email_verified: true });
    const visitor = visitorOf(app);
    await login(visitor, SITE);
    await startWorking();
    const response = await fetch(`${app.origin}/api/logout`, { redirect: "manual", ...cookiesOf(visitor, SITE) });
    expect(response.headers.get("location")).toBe("/");
  });
});
