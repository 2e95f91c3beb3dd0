import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { OpenIdSettings } from "../../../adapters/identity/openid-identity.ts";
import { type Manner, startProvider } from "../../../adapters/identity/provider-under-test.ts";
import {
  CALLBACK,
  cookiesOf,
  isNobody,
  login,
  pathOf,
  SITE,
  startWithProvider,
  stranger,
  visitorOf,
} from "../../../testing/people/web-visitor.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";

const database = useTestDatabase();
beforeEach(() => database().db.execute(sql`truncate throttles`));

describe("a failing provider", () => {
  const WORKING: Manner = {
    clientAuth: "client_secret_post",
    algorithm: "ES256",
    hasClaimsInIdToken: false,
    hasSignOut: true,
  };
  const settingsFor = (issuer: string): OpenIdSettings => ({
    name: "Town ID",
    issuer,
    clientId: "nexby",
    clientSecret: undefined,
    scopes: "openid",
  });
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  const startWorking = async (manner = WORKING) => {
    const provider = await startProvider(SITE + CALLBACK, manner);
    closing.push(provider.close);
    return provider;
  };
  const start = async (settings: OpenIdSettings) => {
    const app = await startWithProvider(database().db, settings);
    closing.push(app.close);
    return app;
  };
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

  test("that is unreachable is reported as unavailable and retried the next time", async () => {
    const provider = await startProvider(SITE + CALLBACK, WORKING);
    const { issuer } = provider.settings;
    let isReachable = false;
    const app = await start({
      ...provider.settings,
      fetch: async (address, options) => {
        if (!isReachable) throw new TypeError("fetch failed");
        return fetch(address, options as RequestInit);
      },
    });
    closing.push(provider.close);
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
  ])("that %s is reported as unavailable", async (_, respond) => {
    const origin = await startFake((server) => (_request, response) => {
      respond(response, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
    const app = await start(settingsFor(origin));
    expect(pathOf(await login(visitorOf(app), SITE))).toBe("/auth?error=provider_unavailable");
  });

  test("that does not respond times out after a few seconds", async () => {
    const app = await start(settingsFor(await startFake(() => () => undefined)));
    expect(pathOf(await login(visitorOf(app), SITE))).toBe("/auth?error=provider_unavailable");
  });

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
  ])("that sends %s signs no one in", async (what, where, change) => {
    const provider = await startWorking();
    const app = await start(tampered(provider.settings, where, change));
    provider.seat(`tampered ${what}`, { email: stranger().email, email_verified: true });
    const visitor = visitorOf(app);
    expect(pathOf(await login(visitor, SITE))).toBe("/auth?error=provider_unavailable");
    expect(await isNobody(visitor, SITE, app.origin)).toBe(true);
  });

  test("that goes down during a sign-in fails it, and does not prevent signing out", async () => {
    const provider = await startProvider(SITE + CALLBACK, WORKING);
    const app = await start(provider.settings);
    provider.seat("leaving", { email: stranger().email, email_verified: true });
    const [signedIn, inProgress] = [visitorOf(app), visitorOf(app, CALLBACK)];
    await login(signedIn, SITE);
    const { url } = await login(inProgress, SITE);
    await provider.close();
    expect(pathOf(await inProgress.open(url.href))).toBe("/auth?error=provider_unavailable");

    const restarted = await start(provider.settings);
    const { location } = Object.fromEntries(
      (await fetch(`${restarted.origin}/api/logout`, { redirect: "manual", ...cookiesOf(signedIn, SITE) })).headers,
    );
    expect(location).toBe("/");
    expect(await isNobody(signedIn, SITE, app.origin)).toBe(true);
  });

  test("that replaced the one used for the sign-in is not asked to sign out", async () => {
    const [before, after] = [await startWorking(), await startWorking()];
    const app = await start(before.settings);
    before.seat("early", { email: stranger().email, email_verified: true });
    const visitor = visitorOf(app);
    await login(visitor, SITE);
    const changed = await start(after.settings);
    const response = await fetch(`${changed.origin}/api/logout`, { redirect: "manual", ...cookiesOf(visitor, SITE) });
    expect(response.headers.get("location")).toBe("/");
  });
});
