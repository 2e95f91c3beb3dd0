import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { OpenIdSettings } from "../../../adapters/identity/openid-identity.ts";
import { type Manner, startProvider } from "../../../adapters/identity/provider-under-test.ts";
import { CALLBACK, cookiesOf, isNobody, login, pathOf, stranger } from "../../../testing/people/identity-visits.ts";
import { SITE, startWithProvider, visitorOf } from "../../../testing/people/site-with-provider.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";

const database = useTestDatabase();
beforeEach(() => database().db.execute(sql`truncate throttles`));

describe("a provider in trouble", () => {
  const SOUND: Manner = {
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

  const startSound = async (manner = SOUND) => {
    const provider = await startProvider(SITE + CALLBACK, manner);
    closing.push(provider.close);
    return provider;
  };
  const start = async (settings: OpenIdSettings) => {
    const app = await startWithProvider(database().db, settings);
    closing.push(app.close);
    return app;
  };
  const startNonsense = async (answer: (server: Server) => RequestListener): Promise<string> => {
    const server = createServer();
    server.on("request", answer(server));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    closing.push(async () => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  test("that is not there is no fault of ours, and is asked again the next time", async () => {
    const provider = await startProvider(SITE + CALLBACK, SOUND);
    const { issuer } = provider.settings;
    let isThere = false;
    const app = await start({
      ...provider.settings,
      fetch: async (address, options) => {
        if (!isThere) throw new TypeError("fetch failed");
        return fetch(address, options as RequestInit);
      },
    });
    closing.push(provider.close);
    expect(pathOf(await login(visitorOf(app), SITE))).toBe("/auth?error=provider_unavailable");
    isThere = true;
    provider.seat("back", { email: stranger().email });
    expect((await login(visitorOf(app), SITE)).trail[0]).toContain(`${issuer}/auth?`);
  });

  test.each<[string, (response: ServerResponse, origin: string) => void]>([
    ["is no provider", (response) => response.setHeader("content-type", "text/html").end("<h1>Hello</h1>")],
    ["is broken", (response) => response.writeHead(500).end()],
    ["sends JSON that says nothing", (response) => response.setHeader("content-type", "application/json").end("{}")],
    ["sends no JSON", (response) => response.setHeader("content-type", "application/json").end("{")],
    ["leads elsewhere", (response) => response.writeHead(302, { location: "https://evil.example" }).end()],
    ["cuts the line", (response) => void response.socket?.destroy()],
    [
      "is another than it should be",
      (response) =>
        response.setHeader("content-type", "application/json").end(JSON.stringify({ issuer: "https://evil.example" })),
    ],
    [
      "has nowhere to sign in",
      (response, origin) =>
        response.setHeader("content-type", "application/json").end(JSON.stringify({ issuer: origin })),
    ],
  ])("that %s is no fault of ours", async (_, answer) => {
    const origin = await startNonsense((server) => (_request, response) => {
      answer(response, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
    const app = await start(settingsFor(origin));
    expect(pathOf(await login(visitorOf(app), SITE))).toBe("/auth?error=provider_unavailable");
  });

  test("that does not answer is not waited for any longer than a few seconds", async () => {
    const app = await start(settingsFor(await startNonsense(() => () => undefined)));
    expect(pathOf(await login(visitorOf(app), SITE))).toBe("/auth?error=provider_unavailable");
  });

  type Tokens = Record<string, string>;
  const tampered = (settings: OpenIdSettings, where: string, change: (answer: Tokens) => Tokens): OpenIdSettings => ({
    ...settings,
    fetch: async (address, options) => {
      const response = await fetch(address, options as RequestInit);
      if (!address.endsWith(where)) return response;
      return Response.json(change((await response.json()) as Tokens), { status: response.status });
    },
  });
  const part = (token: string | undefined, index: number) => token?.split(".")[index] ?? "";
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

  test.each<[string, string, (answer: Tokens) => Tokens]>([
    ["no ID token", "/token", ({ id_token: _, ...rest }) => rest],
    ["no access token", "/token", ({ access_token: _, ...rest }) => rest],
    [
      "an ID token with another's signature",
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
      "an ID token of somebody else",
      "/token",
      ({ id_token, ...rest }) => {
        const claims = JSON.parse(Buffer.from(part(id_token, 1), "base64url").toString()) as object;
        return {
          ...rest,
          id_token: [part(id_token, 0), encode({ ...claims, sub: "victim" }), part(id_token, 2)].join("."),
        };
      },
    ],
    ["the claims of somebody else", "/me", (claims) => ({ ...claims, sub: "victim" })],
    ["an error", "/token", () => ({ error: "server_error", error_description: "<b>Call me</b>" })],
    ["no keys", "/jwks", () => ({})],
  ])("that sends %s signs nobody in", async (what, where, change) => {
    const provider = await startSound();
    const app = await start(tampered(provider.settings, where, change));
    provider.seat(`tampered ${what}`, { email: stranger().email, email_verified: true });
    const visitor = visitorOf(app);
    expect(pathOf(await login(visitor, SITE))).toBe("/auth?error=provider_unavailable");
    expect(await isNobody(visitor, SITE, app.origin)).toBe(true);
  });

  test("that goes away while somebody is there ends that sign-in, and keeps nobody from signing out", async () => {
    const provider = await startProvider(SITE + CALLBACK, SOUND);
    const app = await start(provider.settings);
    provider.seat("leaving", { email: stranger().email, email_verified: true });
    const [inside, underWay] = [visitorOf(app), visitorOf(app, CALLBACK)];
    await login(inside, SITE);
    const { url } = await login(underWay, SITE);
    await provider.close();
    expect(pathOf(await underWay.open(url.href))).toBe("/auth?error=provider_unavailable");

    const restarted = await start(provider.settings);
    const { location } = Object.fromEntries(
      (await fetch(`${restarted.origin}/api/logout`, { redirect: "manual", ...cookiesOf(inside, SITE) })).headers,
    );
    expect(location).toBe("/");
    expect(await isNobody(inside, SITE, app.origin)).toBe(true);
  });

  test("that was another one when somebody came is not asked to sign them out", async () => {
    const [before, after] = [await startSound(), await startSound()];
    const app = await start(before.settings);
    before.seat("early", { email: stranger().email, email_verified: true });
    const visitor = visitorOf(app);
    await login(visitor, SITE);
    const changed = await start(after.settings);
    const response = await fetch(`${changed.origin}/api/logout`, { redirect: "manual", ...cookiesOf(visitor, SITE) });
    expect(response.headers.get("location")).toBe("/");
  });
});
