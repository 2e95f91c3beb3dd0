import { getCurrentUser, getSignInOptions, signUp } from "@nexby/contract/accounts/accounts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DEMO_PEOPLE } from "../../../demo/people.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { useCheapPasswords } from "../../../testing/people/cheap-passwords.ts";
import {
  cookiesOf,
  isNobody,
  login,
  pathOf,
  signInByName,
  stranger,
  webVisitor,
  whoIs,
} from "../../../testing/people/web-visitor.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";

useCheapPasswords();
const database = useTestDatabase();
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());
beforeEach(() => database().db.execute(sql`truncate throttles`));

const signedInAtProvider = async (email: string) => {
  const { rows } = await database().db.execute(sql`
    select 1 from identity_provider_records session
    join identity_provider_records newcomer on newcomer.id = session.payload ->> 'accountId'
    where session.model = 'Session' and newcomer.payload -> 'extra' ->> 'email' = ${email}`);
  return rows.length === 1;
};

test("sign-in with a provider offers the provider by name; outside the demo there is none, and /api/login leads to the sign-in page", async () => {
  expect((await call(app.origin, getSignInOptions)).body).toEqual({ identityProvider: { name: "Nexby ID" } });
  const production = await startTestApp({ db: database().db, isDemo: false });
  expect((await call(production.origin, getSignInOptions)).body).toEqual({ identityProvider: null });
  expect(pathOf(await login(webVisitor(), production.origin, "/browse"))).toBe("/auth?returnTo=%2Fbrowse");
  expect(pathOf(await webVisitor().open(`${production.origin}/api/login?returnTo=//elsewhere.example`))).toBe("/auth");
  expect(pathOf(await webVisitor().open(`${production.origin}/api/logout`))).toBe("/");
  expect((await fetch(`${production.origin}/oidc/.well-known/openid-configuration`)).status).toBe(404);
  await production.close();
});

test("[ROUTE-08] /api/login signs a new user in, and /api/logout signs them out, here and at the provider", async () => {
  const visitor = webVisitor();
  const picker = await login(visitor, app.origin, "/browse?q=tent");
  expect(picker.status).toBe(200);
  for (const { firstName, email } of DEMO_PEOPLE) {
    expect(picker.html).toContain(firstName);
    expect(picker.html).toContain(email);
  }
  const person = stranger();
  const place = await visitor.submit(picker, { another: "yes" }, { ...person, email: person.email.toUpperCase() });
  expect([place.url.origin, pathOf(place)]).toEqual([app.origin, "/browse?q=tent"]);
  const user = await whoIs(visitor, app.origin);
  expect(user).toMatchObject({ ...person, isApproved: false, isAdmin: false, termsAcceptedAt: null });
  const { rows } = await database().db.execute(
    sql`select password_hash, email_verified_at from users where id = ${user.id}`,
  );
  expect(rows).toEqual([{ password_hash: null, email_verified_at: null }]);
  expect(await signedInAtProvider(person.email)).toBe(true);

  const before = cookiesOf(visitor, app.origin);
  const left = await visitor.open(`${app.origin}/api/logout`);
  expect(pathOf(left)).toBe("/");
  expect(left.trail[0]).toMatch(/\/oidc\/session\/end\?.*id_token_hint=/);
  expect((await callExpectingError(app.origin, getCurrentUser, before)).status).toBe(401);
  expect(await isNobody(visitor, app.origin)).toBe(true);
  expect(await signedInAtProvider(person.email)).toBe(false);
});

test("a sign-in with a provider recognizes a returning user, with a new session each time, and lets them pick another person", async () => {
  const [first, second] = [webVisitor(), webVisitor()];
  const person = stranger();
  await signInByName(first, app.origin, person);
  const { id } = await whoIs(first, app.origin);
  await signInByName(second, app.origin, person);
  expect((await whoIs(second, app.origin)).id).toBe(id);

  const before = cookiesOf(first, app.origin);
  await signInByName(first, app.origin, person);
  expect((await whoIs(first, app.origin)).id).toBe(id);
  expect((await callExpectingError(app.origin, getCurrentUser, before)).status).toBe(401);
  expect((await whoIs(second, app.origin)).id).toBe(id);

  const other = stranger();
  expect(pathOf(await signInByName(second, app.origin, other))).toBe("/browse");
  expect((await whoIs(second, app.origin)).email).toBe(other.email);
});

test("a sign-in with a provider recognizes the same person at every address of the demo", async () => {
  const visitor = webVisitor();
  const person = stranger();
  await signInByName(visitor, app.origin, person);
  const elsewhere = app.origin.replace("127.0.0.1", "localhost");
  const place = await signInByName(visitor, elsewhere, person);
  expect(place.url.href).toBe(`${elsewhere}/browse`);
  expect((await whoIs(visitor, elsewhere)).id).toBe((await whoIs(visitor, app.origin)).id);
  expect((await visitor.open(`${elsewhere}/api/logout`)).url.href).toBe(`${elsewhere}/`);
});

test("sign-in with a provider creates one account for ten concurrent first visits of one person", async () => {
  const person = stranger();
  const places = await Promise.all(Array.from({ length: 10 }, () => signInByName(webVisitor(), app.origin, person)));
  expect(places.map(pathOf)).toEqual(Array(10).fill("/browse"));
  const { rows } = await database().db.execute(sql`select 1 from users where email = ${person.email}`);
  expect(rows).toHaveLength(1);
});

test("sign-in with a provider asks again until a new user enters a name and a valid address", async () => {
  const visitor = webVisitor();
  let page = await login(visitor, app.origin);
  for (const [changes, message] of [
    [{ firstName: " " }, "First name is required"],
    [{ lastName: "" }, "Last name is required"],
    [{ email: "nobody" }, "Please enter a valid email address"],
    [{ email: `<script>"'@nexby.example` }, "Please enter a valid email address"],
  ] as const) {
    page = await visitor.submit(page, { another: "yes" }, { ...stranger(), ...changes });
    expect(page.status).toBe(400);
    expect(page.html).toContain(message);
    expect(page.html).not.toContain("<script>");
  }
  expect(pathOf(await visitor.submit(page, { another: "yes" }, stranger()))).toBe("/browse");
});

test("sign-in with a provider rejects a person who is not on the list", async () => {
  const visitor = webVisitor();
  const again = await visitor.submit(await login(visitor, app.origin), { person: "root" });
  expect(again.status).toBe(400);
  expect(again.html).toContain("Please choose an account");
});

test("sign-in with a provider does not open an existing account for an address that was only typed in", async () => {
  const email = "priya@nexby.example";
  await database().db.execute(sql`insert into users (email, password_hash) values (${email}, 'x')`);
  const visitor = webVisitor();
  expect(pathOf(await signInByName(visitor, app.origin, { ...stranger(), email }))).toBe("/auth?error=email_taken");
  expect(await isNobody(visitor, app.origin)).toBe(true);
});

test("sign-in with a provider tells a user who cancels at the provider, and does not sign them in", async () => {
  const visitor = webVisitor();
  const place = await visitor.submit(await login(visitor, app.origin), { cancel: "yes" });
  expect(pathOf(place)).toBe("/auth?error=access_denied");
  expect(await isNobody(visitor, app.origin)).toBe(true);
});

test("sign-in with a provider shares the provider's state between two processes that alternate during a sign-in", async () => {
  const site = "http://demo.nexby.example";
  const settings = { db: database().db, publicUrl: site, siteUrl: () => site };
  const servers = [await startTestApp(settings), await startTestApp(settings)];
  const visited: string[] = [];
  const serverFor = () => {
    const origin = servers[visited.length % 2]?.origin ?? "";
    visited.push(origin);
    return origin;
  };
  const visitor = webVisitor({ serverFor });
  expect((await signInByName(visitor, site)).url.href).toBe(`${site}/browse`);
  for (const { origin } of servers)
    expect((await call(origin, getCurrentUser, cookiesOf(visitor, site))).status).toBe(200);
  expect((await visitor.open(`${site}/api/logout`)).url.href).toBe(`${site}/`);
  for (const { origin } of servers) {
    expect((await callExpectingError(origin, getCurrentUser, cookiesOf(visitor, site))).status).toBe(401);
    expect(visited).toContain(origin);
  }
  for (const server of servers) await server.close();
});

test.each([
  "/oidc/auth",
  "/oidc/auth?client_id=nobody&response_type=code&scope=openid",
  "/oidc/auth?client_id=nexby&response_type=code&scope=openid&redirect_uri=https://evil.example",
  "/oidc/auth?client_id=%00",
  "/oidc/auth?client_id=a%27%3B--&state=%F0%9F%9A%B2",
  "/oidc/auth/nobody",
  "/oidc/interaction/nobody",
  "/oidc/me",
  "/oidc/token",
  "/oidc/session/end?id_token_hint=a.b.c",
  "/oidc/session/end?post_logout_redirect_uri=https://evil.example",
  "/oidc/session/end/success",
  "/oidc/nowhere",
  "/oidc/../oidc/%2e%2e/x",
])("%s gets a response without a server error or an external redirect", async (path) => {
  const response = await fetch(app.origin + path, {
    redirect: "manual",
    headers: { accept: "text/html", cookie: "nexby_id_session=x; nexby_id_interaction=x; nexby_id_resume=x" },
  });
  expect(response.status).toBeLessThan(500);
  expect(response.headers.get("location") ?? "").not.toContain("evil.example");
  expect(await response.text()).not.toMatch(/\bat .+:\d+:\d+|node_modules/);
  expect(response.headers.get("content-security-policy")).toContain("form-action 'self'");
});

test("the provider handles unusual state values in a request", async () => {
  const query = new URLSearchParams({
    client_id: "nexby",
    response_type: "code",
    scope: "openid",
    redirect_uri: `${app.origin}/api/login/callback`,
    code_challenge: "a".repeat(43),
    code_challenge_method: "S256",
  });
  const statusWith = async (state: string) =>
    (await fetch(`${app.origin}/oidc/auth?${query}&state=${state}`, { redirect: "manual" })).status;
  expect(await statusWith("fine")).toBe(303);
  expect(await statusWith("%F0%9F%9A%B2%27%22")).toBe(303);
  for (const hostile of ["%00", "a%00b"]) expect(await statusWith(hostile)).toBe(400);
});

test("the token endpoint rejects a code without the client's secret and passes no raw input to the database", async () => {
  for (const body of [
    "grant_type=authorization_code&code=%00",
    "code=%00&client_id=nexby",
    "x".repeat(20_000),
    "%ff=%zz",
  ]) {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${btoa("nexby:guess")}`,
    };
    const response = await fetch(`${app.origin}/oidc/token`, { method: "POST", headers, body });
    expect([400, 401, 413]).toContain(response.status);
  }
});

describe("signing out by URL", () => {
  const sessionsOf = async (email: string) => {
    const { rows } = await database().db.execute(
      sql`select 1 from sessions join users on users.id = user_id where email = ${email}`,
    );
    return rows.length;
  };
  const signedIn = async () => {
    const [visitor, person] = [webVisitor({ stopsAt: "/oidc/session/end" }), stranger()];
    await signInByName(visitor, app.origin, person);
    return { visitor, person };
  };
  const logout = (headers: Record<string, string>, method = "GET") =>
    fetch(`${app.origin}/api/logout`, { method, redirect: "manual", headers });

  test("signing out by URL is rejected from other sites and from a browser prefetch, and does not happen on HEAD", async () => {
    const { visitor, person } = await signedIn();
    const { headers } = cookiesOf(visitor, app.origin);
    const others: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-purpose": "prefetch;prerender", "sec-fetch-site": "none" },
    ];
    for (const from of others) {
      const response = await logout({ ...headers, ...from });
      expect([from, response.status, response.headers.get("set-cookie")]).toEqual([from, 403, null]);
    }
    expect((await logout(headers, "HEAD")).status).toBe(404);
    expect(await sessionsOf(person.email)).toBe(1);
  });

  test.each([
    ["our own page", { "sec-fetch-site": "same-origin" }],
    ["the address bar", { "sec-fetch-site": "none" }],
    ["a non-browser client", {}],
  ])("signing out by URL works from %s", async (_, headers: Record<string, string>) => {
    const { visitor, person } = await signedIn();
    const response = await logout({ ...cookiesOf(visitor, app.origin).headers, ...headers });
    expect([response.status, response.headers.get("cache-control")]).toEqual([303, "private, no-store"]);
    expect(await sessionsOf(person.email)).toBe(0);
  });

  test("signing out by URL redirects visitors and password users straight to the home page", async () => {
    const password = "a quiet place by the river";
    const body = { ...stranger(), password, confirmPassword: password, termsAccepted: true };
    const { token } = (await call(app.origin, signUp, { body })).body;
    for (const headers of [undefined, { authorization: `Bearer ${token}` }]) {
      const response = await logout({ ...headers });
      expect([response.status, response.headers.get("location")]).toEqual([303, "/"]);
    }
    expect(await sessionsOf(body.email)).toBe(0);
  });

  test("signing out by URL needs no session at the provider", async () => {
    const visitor = webVisitor();
    await signInByName(visitor, app.origin);
    await database().db.execute(sql`delete from identity_provider_records where model = 'Session'`);
    expect((await visitor.open(`${app.origin}/api/logout`)).url.href).toBe(`${app.origin}/`);
  });

  test("signing out by URL asks for confirmation at the provider before signing out a different user", async () => {
    await database().db.execute(sql`delete from identity_provider_records where model = 'Session'`);
    const { visitor } = await signedIn();
    const { url } = await visitor.open(`${app.origin}/api/logout`);
    await signInByName(visitor, app.origin);
    const question = await visitor.open(url.href);
    expect(question.html).toContain("Sign out?");
    expect((await visitor.submit(question, { logout: "yes" })).url.href).toBe(`${app.origin}/`);
    const { rows } = await database().db.execute(
      sql`select 1 from identity_provider_records where model = 'Session' and payload ? 'accountId'`,
    );
    expect(rows).toEqual([]);
  });
});
