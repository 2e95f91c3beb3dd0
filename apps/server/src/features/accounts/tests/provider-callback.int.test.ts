import { listSessions } from "@nexby/contract/accounts/accounts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { call } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import {
  arriveAtCallback,
  CALLBACK,
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
import { deleteUnfinishedSignIns } from "../accounts.jobs.ts";

const database = useTestDatabase();
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());
beforeEach(() => database().db.execute(sql`truncate throttles, sign_in_flows`));

describe("leaving for the provider", () => {
  test("leaving for the provider sends state, nonce and a PKCE challenge without exposing a secret", async () => {
    const visitor = webVisitor();
    const { trail } = await login(visitor, app.origin, "/browse");
    const { searchParams } = new URL(trail[0] ?? "");
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: "code",
      client_id: "nexby",
      redirect_uri: app.origin + CALLBACK,
      scope: "openid email profile",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const { rows } = await database().db.execute<Record<string, string>>(sql`select * from sign_in_flows`);
    expect(rows).toHaveLength(1);
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(searchParams.get("state"));
    expect(stored).not.toContain(/nexby_login=([\w-]+)/.exec(visitor.jar(app.origin).headers().cookie ?? "")?.[1]);
    expect(searchParams.get("code_challenge")).not.toBe(rows[0]?.code_verifier);
  });

  test("leaving for the provider marks the browser with a cookie that scripts and other sites cannot access", async () => {
    const response = await fetch(`${app.origin}/api/login`, { redirect: "manual" });
    expect(response.headers.get("set-cookie")).toMatch(
      /^nexby_login=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const secure = await startTestApp({ db: database().db, isHttps: true });
    const { headers } = await fetch(`${secure.origin}/api/login`, { redirect: "manual" });
    expect(headers.get("set-cookie")).toMatch(/^__Host-nexby_login=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    await secure.close();
  });

  test("leaving for the provider returns to the requested page of our own site, and to no other site", async () => {
    for (const [returnTo, path] of [
      ["/browse?q=tent#map", "/browse?q=tent#map"],
      ["//evil.example", "/browse"],
    ] as const) {
      const { visitor, callback } = await arriveAtCallback(app.origin, stranger(), returnTo);
      const { url } = await visitor.open(callback.href);
      expect(url.href).toBe(app.origin + path);
    }
  });

  test("leaving for the provider ignores the return address if there are two", async () => {
    const visitor = webVisitor();
    const picker = await visitor.open(`${app.origin}/api/login?returnTo=/browse&returnTo=//evil.example`);
    expect(pathOf(await visitor.submit(picker, { another: "yes" }, stranger()))).toBe("/browse");
  });

  test("leaving for the provider handles malformed values without an error, on the way there and back", async () => {
    const malformed = ["%", "%zz", "%00", "%ff", "%0d%0aset-cookie:%20a=b", "é", "a".repeat(9000), "&&=&returnTo"];
    for (const raw of [...malformed, "[__proto__]"]) {
      for (const path of [
        `/api/login?returnTo=${raw}`,
        `${CALLBACK}?state=${raw}`,
        `${CALLBACK}?code=1&state=x&${raw}`,
      ]) {
        const headers = { cookie: `nexby_login=${"a".repeat(43)}` };
        const response = await fetch(app.origin + path, { redirect: "manual", headers });
        expect([path, response.status]).toEqual([path, 303]);
        expect(response.headers.get("location")).toMatch(/^(\/auth\?error=|http:\/\/127\.0\.0\.1:\d+\/oidc\/auth\?)/);
      }
    }
  });

  test("leaving for the provider works in two tabs at once", async () => {
    const visitor = webVisitor();
    const [one, two] = [await login(visitor, app.origin, "/one"), await login(visitor, app.origin, "/two")];
    expect(pathOf(await visitor.submit(two, { another: "yes" }, stranger()))).toBe("/two");
    expect(one.status).toBe(200);
    const { rows } = await database().db.execute(sql`select count(distinct browser_hash)::int as n from sign_in_flows`);
    expect(rows).toEqual([{ n: 1 }]);
  });
});

describe("returning from the provider", () => {
  test("returning from the provider is limited to sixty times in 15 minutes per address, like leaving, and only a failed sign-in counts", async () => {
    let claimed = 0;
    const open = async (path: string) => {
      claimed += 1;
      const headers = { "x-forwarded-for": `203.0.113.${claimed}` };
      return (await fetch(app.origin + path, { redirect: "manual", headers })).headers.get("location");
    };
    const { visitor, callback } = await arriveAtCallback(app.origin);
    // One login is already counted. With the callback, both limits of sixty are reached.
    for (let time = 0; time < 59; time += 1) {
      expect(await open("/api/login")).toContain(`${app.origin}/oidc/auth?`);
      await open(`${CALLBACK}?state=unknown`);
    }
    expect(pathOf(await visitor.open(callback.href))).toBe("/browse");
    for (const path of ["/api/login", `${CALLBACK}?state=unknown`]) {
      expect(await open(path)).not.toContain("too_many_requests");
      expect(await open(path)).toBe("/auth?error=too_many_requests");
    }
  });

  test("returning from the provider works once", async () => {
    const { visitor, callback } = await arriveAtCallback(app.origin);
    expect(pathOf(await visitor.open(callback.href))).toBe("/browse");
    const user = await whoIs(visitor, app.origin);
    expect(pathOf(await visitor.open(callback.href))).toBe("/auth?error=flow_expired");
    expect((await whoIs(visitor, app.origin)).id).toBe(user.id);
    expect((await call(app.origin, listSessions, cookiesOf(visitor, app.origin))).body).toHaveLength(1);
  });

  test("returning from the provider accepts extra parameters from the provider, whatever they look like", async () => {
    const { visitor, callback } = await arriveAtCallback(app.origin);
    const { code, state, iss } = Object.fromEntries(callback.searchParams);
    const query = `session_state=a?b=c&${new URLSearchParams({ code, state, iss } as Record<string, string>)}`;
    expect(pathOf(await visitor.open(`${app.origin}${CALLBACK}?${query}`))).toBe("/browse");
  });

  test("returning from the provider works only for the browser that left and with its state, and other attempts do not use it up", async () => {
    const { visitor, callback } = await arriveAtCallback(app.origin);
    const [without, other] = [webVisitor(), webVisitor()];
    await login(other, app.origin);
    for (const intruder of [without, other]) {
      expect(pathOf(await intruder.open(callback.href))).toBe("/auth?error=flow_expired");
      expect(await isNobody(intruder, app.origin)).toBe(true);
    }
    for (const state of ["a".repeat(43), "\0", undefined]) {
      const changed = new URL(callback);
      if (state === undefined) changed.searchParams.delete("state");
      else changed.searchParams.set("state", state);
      expect(pathOf(await visitor.open(changed.href))).toBe("/auth?error=flow_expired");
      expect(await isNobody(visitor, app.origin)).toBe(true);
    }
    expect(pathOf(await visitor.open(callback.href))).toBe("/browse");
  });

  test("returning from the provider works for ten minutes", async () => {
    const { visitor, callback } = await arriveAtCallback(app.origin);
    await database().db.execute(sql`update sign_in_flows set created_at = now() - interval '10 minutes 1 second'`);
    expect(pathOf(await visitor.open(callback.href))).toBe("/auth?error=flow_expired");
    expect(await isNobody(visitor, app.origin)).toBe(true);
  });

  test.each([
    ["another code", (url: URL) => url.searchParams.set("code", "a".repeat(43))],
    ["a code that is not text", (url: URL) => url.searchParams.set("code", "\0")],
    ["two codes", (url: URL) => url.searchParams.append("code", "b")],
    ["no code", (url: URL) => url.searchParams.delete("code")],
    ["another issuer", (url: URL) => url.searchParams.set("iss", "https://evil.example")],
    ["an error from the provider", (url: URL) => url.searchParams.set("error", "<b>Call me</b>")],
  ])("returning from the provider with %s signs no one in", async (_, change) => {
    const { visitor, callback } = await arriveAtCallback(app.origin);
    change(callback);
    const place = await visitor.open(callback.href);
    expect(pathOf(place)).toBe("/auth?error=provider_unavailable");
    expect(await isNobody(visitor, app.origin)).toBe(true);
  });

  test.each([
    ["nonce", sql`nonce = 'another'`],
    ["PKCE verifier", sql`code_verifier = ${"a".repeat(43)}`],
  ])("returning from the provider fails with a different %s", async (_, change) => {
    const { visitor, callback } = await arriveAtCallback(app.origin);
    await database().db.execute(sql`update sign_in_flows set ${change}`);
    expect(pathOf(await visitor.open(callback.href))).toBe("/auth?error=provider_unavailable");
    expect(await isNobody(visitor, app.origin)).toBe(true);
  });

  test("returning from the provider cleans names of characters that nobody sees, also those stored before", async () => {
    const person = stranger();
    await signInByName(webVisitor(), app.origin, person);
    const namesOf = async () => {
      const { rows } = await database().db.execute(sql`
        select first_name, last_name from users where email = ${person.email}`);
      return rows;
    };
    await database().db.execute(sql`
      update users set first_name = ${"Ma\u200Bya"}, last_name = ${"\u202EVale\u00AD"} where email = ${person.email}`);
    await signInByName(webVisitor(), app.origin, person);
    expect(await namesOf()).toEqual([{ first_name: "Maya", last_name: "Vale" }]);
  });

  test("returning from the provider is rejected for a suspended user", async () => {
    const person = stranger();
    const visitor = webVisitor();
    await signInByName(visitor, app.origin, person);
    await database().db.execute(sql`update users set suspended_at = now() where email = ${person.email}`);
    const again = webVisitor();
    expect(pathOf(await signInByName(again, app.origin, person))).toBe("/auth?error=account_suspended");
    expect(await isNobody(again, app.origin)).toBe(true);
  });
});

test("abandoned sign-ins are deleted", async () => {
  await login(webVisitor(), app.origin);
  await database().db.execute(sql`update sign_in_flows set created_at = now() - interval '11 minutes'`);
  await login(webVisitor(), app.origin);
  const userId = await createUser(database().db);
  for (const age of [16, 1]) {
    await database().db.execute(sql`
      insert into identity_links (code_hash, user_id, issuer, subject, email, id_token, return_to, created_at)
      values (${`of ${age}`}, ${userId}, 'https://id.example', 'x', 'x@nexby.example', 'x', '/', now() - ${age} * interval '1 minute')`);
  }
  await deleteUnfinishedSignIns(database().db);
  const { rows } = await database().db.execute(
    sql`select (select count(*)::int from sign_in_flows) as flows, array_agg(code_hash) as links from identity_links`,
  );
  expect(rows).toEqual([{ flows: 1, links: ["of 1"] }]);
});
