import {
  listSessions,
  revokeOtherSessions,
  revokeSession,
  signIn,
  signOut,
  signUp,
} from "@nexby/contract/accounts/accounts";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../testing/call.ts";
import { useNewUsers } from "../../../testing/people/new-users.ts";

const { database, origin, resetThrottles, newcomer, register, whoAmI, isSignedOut } = useNewUsers();

describe("sessions", () => {
  test("[ROLE-04] sessions authenticate by cookie, or by bearer token if there is no valid cookie", async () => {
    const [one, two] = [await register(), await register()];
    const bearer = { authorization: `Bearer ${two.token}` };
    expect((await whoAmI({ ...one.jar.headers(), ...bearer })).body.id).toBe(one.user.id);
    expect((await whoAmI(bearer)).body.id).toBe(two.user.id);
    expect((await whoAmI({ cookie: "nexby_session=stale", ...bearer })).body.id).toBe(two.user.id);
    expect(await isSignedOut({ authorization: `Bearer ${two.token}x` })).toBe(true);
    expect(await isSignedOut({})).toBe(true);
  });

  test("sessions use a cookie that scripts cannot read and other sites cannot send", async () => {
    await resetThrottles();
    const { headers } = await call(origin(), signUp, { body: newcomer() });
    expect(headers.get("set-cookie")).toMatch(
      /^nexby_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(headers.get("cache-control")).toBe("private, no-store");
  });

  test("[CALL-01] sessions let clients poll the current user, who is sent again only after a change", async () => {
    const { jar, user } = await register();
    const fetchUser = (tag = "") =>
      fetch(`${origin()}/api/auth/user`, { headers: { ...jar.headers(), "if-none-match": tag } });
    const first = await fetchUser();
    expect(await first.json()).toEqual(user);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    const tag = first.headers.get("etag") ?? "";
    expect((await fetchUser(tag)).status).toBe(304);
    await database().db.execute(sql`update users set city = 'Maplewood' where id = ${user.id}`);
    const changed = await fetchUser(tag);
    expect(changed.status).toBe(200);
    expect(await changed.json()).toMatchObject({ city: "Maplewood" });
  });

  test("sessions keep the token itself out of the database", async () => {
    const { token } = await register();
    const { rows } = await database().db.execute(sql`select 1 from sessions where token_hash like ${`%${token}%`}`);
    expect(rows).toEqual([]);
  });

  test("sessions end on sign-out, without affecting other sessions", async () => {
    const { jar, credentials } = await register();
    const other = (await call(origin(), signIn, { body: credentials })).body.token;
    const before = jar.headers();
    jar.take(await call(origin(), signOut, { headers: before }));
    expect(jar.headers()).toEqual({});
    expect(await isSignedOut(before)).toBe(true);
    expect((await whoAmI({ authorization: `Bearer ${other}` })).status).toBe(200);
  });

  test("sessions are listed by device, and their user alone can revoke one of them or all others", async () => {
    const { jar, credentials } = await register();
    const otherUser = await register();
    const phone = { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1" };
    const tokens: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      tokens.push((await call(origin(), signIn, { headers: phone, body: credentials })).body.token);
    }
    const { body: devices } = await call(origin(), listSessions, { headers: jar.headers() });
    expect(devices).toHaveLength(4);
    expect(devices.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(devices.filter(({ device }) => device === "Safari on iPhone")).toHaveLength(3);

    const params = { sessionId: devices.find(({ isCurrent }) => !isCurrent)?.id ?? "" };
    expect(
      (await callExpectingError(origin(), revokeSession, { params, headers: otherUser.jar.headers() })).status,
    ).toBe(404);
    await call(origin(), revokeSession, { params, headers: jar.headers() });
    const left = (await call(origin(), listSessions, { headers: jar.headers() })).body;
    expect(left).toHaveLength(3);

    const { body } = await call(origin(), revokeOtherSessions, { headers: jar.headers() });
    expect(body.count).toBe(2);
    for (const token of tokens) expect(await isSignedOut({ authorization: `Bearer ${token}` })).toBe(true);
    expect((await whoAmI(jar.headers())).status).toBe(200);
  });

  test.each([
    ["two weeks without use", sql`last_seen_at = now() - interval '15 days'`],
    ["a month in any case", sql`created_at = now() - interval '31 days'`],
  ])("sessions end after %s", async (_, change) => {
    const { jar, user } = await register();
    await database().db.execute(sql`update sessions set ${change} where user_id = ${user.id}`);
    expect(await isSignedOut(jar.headers())).toBe(true);
  });

  test("sessions stay alive through use", async () => {
    const { jar, user } = await register();
    await database().db.execute(
      sql`update sessions set last_seen_at = now() - interval '13 days' where user_id = ${user.id}`,
    );
    await whoAmI(jar.headers());
    const { rows } = await database().db.execute(
      sql`select last_seen_at > now() - interval '1 minute' as fresh from sessions where user_id = ${user.id}`,
    );
    expect(rows).toEqual([{ fresh: true }]);
  });

  test("sessions end at once when the user is suspended, who cannot sign in again", async () => {
    const { jar, user, credentials } = await register();
    await database().db.execute(sql`update users set suspended_at = now() where id = ${user.id}`);
    expect(await isSignedOut(jar.headers())).toBe(true);
    const { status, error } = await callExpectingError(origin(), signIn, { body: credentials });
    expect([status, error.code]).toEqual([403, "account_suspended"]);
    const guess = await callExpectingError(origin(), signIn, { body: { ...credentials, password: "not the one" } });
    expect(guess.error.code).toBe("wrong_credentials");
  });

  test("sessions lose admin rights on the next request after the role is revoked", async () => {
    const { jar, user } = await register();
    await database().db.execute(sql`update users set is_admin = true where id = ${user.id}`);
    expect((await whoAmI(jar.headers())).body.isAdmin).toBe(true);
    await database().db.execute(sql`update users set is_admin = false where id = ${user.id}`);
    expect((await whoAmI(jar.headers())).body.isAdmin).toBe(false);
  });
});
