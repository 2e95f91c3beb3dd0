import { signUp } from "@nexby/contract/accounts/accounts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { call } from "../../../testing/call.ts";
import { cookiesOf, signInByName, stranger, webVisitor } from "../../../testing/people/web-visitor.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";

const database = useTestDatabase();
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());
beforeEach(() => database().db.execute(sql`truncate throttles, identity_provider_records`));

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

  test.each([
    ["a foreign origin", { origin: "https://evil.example" }],
    ["a null origin", { origin: "null" }],
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a same-site page", { "sec-fetch-site": "same-site" }],
    ["a browser prefetch", { "sec-purpose": "prefetch;prerender", "sec-fetch-site": "none" }],
  ])("is rejected from %s", async (_, headers) => {
    const { visitor, person } = await signedIn();
    const response = await logout({ ...cookiesOf(visitor, app.origin).headers, ...headers });
    expect(response.status).toBe(403);
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(await sessionsOf(person.email)).toBe(1);
  });

  test("does not happen on HEAD", async () => {
    const { visitor, person } = await signedIn();
    expect((await logout(cookiesOf(visitor, app.origin).headers, "HEAD")).status).toBe(404);
    expect(await sessionsOf(person.email)).toBe(1);
  });

  test.each([
    ["our own page", { "sec-fetch-site": "same-origin" }],
    ["the address bar", { "sec-fetch-site": "none" }],
    ["a non-browser client", {}],
  ])("works from %s", async (_, headers: Record<string, string>) => {
    const { visitor, person } = await signedIn();
    const response = await logout({ ...cookiesOf(visitor, app.origin).headers, ...headers });
    expect([response.status, response.headers.get("cache-control")]).toEqual([303, "private, no-store"]);
    expect(await sessionsOf(person.email)).toBe(0);
  });

  test("redirects visitors and password users straight to the home page", async () => {
    const password = "a quiet place by the river";
    const body = { ...stranger(), password, confirmPassword: password, termsAccepted: true };
    const { token } = (await call(app.origin, signUp, { body })).body;
    for (const headers of [undefined, { authorization: `Bearer ${token}` }]) {
      const response = await logout({ ...headers });
      expect([response.status, response.headers.get("location")]).toEqual([303, "/"]);
    }
    expect(await sessionsOf(body.email)).toBe(0);
  });

  test("needs no session at the provider", async () => {
    const visitor = webVisitor();
    await signInByName(visitor, app.origin);
    await database().db.execute(sql`delete from identity_provider_records where model = 'Session'`);
    expect((await visitor.open(`${app.origin}/api/logout`)).url.href).toBe(`${app.origin}/`);
  });

  test("asks for confirmation at the provider before signing out a different user", async () => {
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
