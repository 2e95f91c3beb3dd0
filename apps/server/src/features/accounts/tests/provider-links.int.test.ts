import {
  linkIdentity,
  listIdentities,
  listSessions,
  previewIdentityLink,
  signIn,
  signUp,
  unlinkIdentity,
} from "@nexby/contract/accounts/accounts";
import { resetPassword } from "@nexby/contract/accounts/passwords";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { passwordResets } from "../../../schema/accounts.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { useCheapPasswords } from "../../../testing/people/cheap-passwords.ts";
import {
  cookiesOf,
  isNobody,
  login,
  pathOf,
  signInByName,
  type WebVisitor,
  webVisitor,
  whoIs,
} from "../../../testing/people/web-visitor.ts";
import { until } from "../../../testing/server-process.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { hashToken, newToken } from "../sessions.ts";

const PASSWORD = "a quiet place by the river";
const MAYA = { firstName: "Maya", lastName: "Rivera", email: "maya@nexby.example" };

useCheapPasswords();
const database = useTestDatabase();
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());
/** Frees Maya's address and identity for the next test. */
beforeEach(() =>
  database().db.execute(sql`
    with throttled as (delete from throttles), linked as (delete from user_identities), pending as (delete from identity_links)
    update users set email = id || '@nexby.example'`),
);

const register = async (person: object = MAYA) => {
  const body = { ...MAYA, password: PASSWORD, confirmPassword: PASSWORD, termsAccepted: true, ...person };
  return (await call(app.origin, signUp, { body })).body;
};

/** Signs in at the provider, which confirms that it is Maya and that the address is hers. */
async function arriveAsMaya(visitor = webVisitor()) {
  const place = await visitor.submit(await login(visitor, app.origin, "/browse"), { person: "maya" });
  return { visitor, place, code: new URLSearchParams(place.url.hash.slice(1)).get("code") ?? "" };
}

const identitiesOf = async (visitor: WebVisitor) =>
  (await call(app.origin, listIdentities, cookiesOf(visitor, app.origin))).body;
const preview = async (code: string, visitor = webVisitor()) =>
  (await call(app.origin, previewIdentityLink, { body: { code }, ...cookiesOf(visitor, app.origin) })).body;
const consent = async (visitor: WebVisitor, body: object) => {
  const response = await call(app.origin, linkIdentity, { body, ...cookiesOf(visitor, app.origin) });
  visitor.jar(app.origin).take(response);
  return response.body;
};
const consentExpectingError = (visitor: WebVisitor, body: object) =>
  callExpectingError(app.origin, linkIdentity, { body, ...cookiesOf(visitor, app.origin) });

const auditOf = async (userId: string) => {
  const { rows } = await database().db.execute(
    sql`select actor_id, action from audit_log where entity_id = ${userId} order by created_at`,
  );
  return rows;
};

describe("an identity whose verified address has an account", () => {
  test("an identity whose verified address has an account is not linked automatically: the account stays with the person who set its password", async () => {
    const { user } = await register();
    const { visitor, place, code } = await arriveAsMaya();
    expect(pathOf(place)).toBe("/auth?mode=link");
    expect(await isNobody(visitor, app.origin)).toBe(true);
    const again = await arriveAsMaya();
    expect(pathOf(again.place)).toBe("/auth?mode=link");
    const { rows } = await database().db.execute(sql`select 1 from user_identities where user_id = ${user.id}`);
    expect(rows).toEqual([]);
    // The code is neither in the database nor in URLs that the server sees.
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(place.url.search).not.toContain(code);
    const { rows: links } = await database().db.execute(sql`select * from identity_links`);
    expect(JSON.stringify(links)).not.toContain(code);
  });

  test("an identity whose verified address has an account is linked with the account's password, which signs in here and at the provider, and later signs in on its own", async () => {
    const { user } = await register();
    const { visitor, code } = await arriveAsMaya();
    expect(await preview(code)).toEqual({ email: MAYA.email, providerName: "Nexby ID", needsPassword: true });
    const linked = await consent(visitor, { code, password: PASSWORD });
    expect(linked).toMatchObject({ user: { id: user.id }, returnTo: "/browse" });
    expect((await whoIs(visitor, app.origin)).id).toBe(user.id);
    expect(await auditOf(user.id)).toEqual([{ actor_id: user.id, action: "identity_linked" }]);
    expect(await identitiesOf(visitor)).toMatchObject([{ issuer: "urn:nexby:demo-identity", email: MAYA.email }]);

    const next = await arriveAsMaya();
    expect(pathOf(next.place)).toBe("/browse");
    expect((await whoIs(next.visitor, app.origin)).id).toBe(user.id);

    const left = await visitor.open(`${app.origin}/api/logout`);
    expect(left.trail[0]).toContain("/oidc/session/end?");
    expect(left.url.href).toBe(`${app.origin}/`);
  });

  test("an identity whose verified address has an account needs no password from a user signed in to that account, and ends the previous session", async () => {
    const { user, token } = await register();
    const visitor = webVisitor();
    const headers = { "set-cookie": `nexby_session=${token}; Path=/` };
    visitor.jar(app.origin).take({ headers: new Headers(headers) });
    const { code } = await arriveAsMaya(visitor);
    expect((await preview(code, visitor)).needsPassword).toBe(false);
    expect((await consent(visitor, { code })).user.id).toBe(user.id);
    expect((await whoIs(visitor, app.origin)).id).toBe(user.id);
    expect((await call(app.origin, listSessions, cookiesOf(visitor, app.origin))).body).toHaveLength(1);
  });

  test("an identity whose verified address has an account needs the password from a user signed in to another account", async () => {
    await register();
    const { token } = await register({ email: "other@nexby.example" });
    const visitor = webVisitor();
    visitor.jar(app.origin).take({ headers: new Headers({ "set-cookie": `nexby_session=${token}; Path=/` }) });
    const { code } = await arriveAsMaya(visitor);
    expect((await preview(code, visitor)).needsPassword).toBe(true);
    const { error } = await consentExpectingError(visitor, { code });
    expect(error).toMatchObject({ code: "validation_failed", details: [{ field: "password" }] });
  });

  test("an identity whose verified address has an account is not linked with a wrong password, which shares its attempt limit with sign-in", async () => {
    const { user } = await register();
    const { visitor, code } = await arriveAsMaya();
    const outcomes: string[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      outcomes.push((await consentExpectingError(visitor, { code, password: `guess ${guess}` })).error.code);
      const body = { email: MAYA.email, password: `guess ${guess}` };
      outcomes.push((await callExpectingError(app.origin, signIn, { body })).error.code);
    }
    expect(outcomes).toEqual([...Array(10).fill("wrong_credentials"), ...Array(2).fill("too_many_requests")]);
    expect((await consentExpectingError(visitor, { code, password: PASSWORD })).error.code).toBe("too_many_requests");
    expect(await auditOf(user.id)).toEqual([]);
  });

  test("an identity whose verified address has an account counts no attempt toward that limit when it is linked", async () => {
    await register();
    const { visitor, code } = await arriveAsMaya();
    const guess = async () => {
      const body = { email: MAYA.email, password: "a guess" };
      return (await callExpectingError(app.origin, signIn, { body })).error.code;
    };
    for (let time = 0; time < 9; time += 1) await guess();
    await consent(visitor, { code, password: PASSWORD });
    expect([await guess(), await guess()]).toEqual(["wrong_credentials", "too_many_requests"]);
  });

  test("an identity whose verified address has an account is not linked with a password that is changed at the same moment", async () => {
    const { user } = await register();
    const { visitor, code } = await arriveAsMaya();
    const { db } = database();
    const consenting = await db.transaction(async (tx) => {
      await tx.execute(sql`update users set password_hash = 'another' where id = ${user.id}`);
      const pending = consentExpectingError(visitor, { code, password: PASSWORD });
      await until(async () => {
        const { rowCount } = await db.execute(
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rowCount === 1;
      });
      return { pending };
    });
    expect((await consenting.pending).error.code).toBe("wrong_credentials");
    expect(await auditOf(user.id)).toEqual([]);
  });

  test("an identity whose verified address has an account is linked once, even with ten concurrent requests", async () => {
    await register();
    const { visitor, code } = await arriveAsMaya();
    const send = () =>
      fetch(app.origin + linkIdentity.path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ code, password: PASSWORD }),
      });
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await send()).status));
    expect(statuses.sort()).toEqual([200, ...Array(9).fill(400)]);
    expect((await consentExpectingError(visitor, { code, password: PASSWORD })).error.code).toBe("link_expired");
  });

  test("an identity whose verified address has an account can no longer be linked after 15 minutes, or when the account has changed its address or is gone", async () => {
    const { user } = await register();
    for (const [change, undo] of [
      [sql`update identity_links set created_at = now() - interval '16 minutes'`, sql`delete from identity_links`],
      [
        sql`update users set email = 'moved@nexby.example' where id = ${user.id}`,
        sql`update users set email = ${MAYA.email} where id = ${user.id}`,
      ],
      [sql`delete from users where id = ${user.id}`, sql`select`],
    ] as const) {
      const { visitor, code } = await arriveAsMaya();
      await database().db.execute(change);
      expect((await consentExpectingError(visitor, { code, password: PASSWORD })).error.code).toBe("link_expired");
      expect((await callExpectingError(app.origin, previewIdentityLink, { body: { code } })).error.code).toBe(
        "link_expired",
      );
      await database().db.execute(undo);
    }
  });

  test("an identity whose verified address has an account is rejected while the account is suspended, and only the verified owner learns why", async () => {
    await register();
    const { visitor, code } = await arriveAsMaya();
    await database().db.execute(sql`update users set suspended_at = now()`);
    expect((await consentExpectingError(visitor, { code, password: "guess" })).error.code).toBe("wrong_credentials");
    expect((await consentExpectingError(visitor, { code, password: PASSWORD })).error.code).toBe("account_suspended");
    expect(pathOf((await arriveAsMaya()).place)).toBe("/auth?error=account_suspended");
  });

  test("an identity whose verified address has an account requires the same password length of an admin as sign-in does, outside the demo", async () => {
    const password = "river-mill";
    await register({ password, confirmPassword: password });
    const { code } = await arriveAsMaya();
    await database().db.execute(sql`update users set is_admin = true`);
    const production = await startTestApp({ db: database().db, isDemo: false });
    const { error } = await callExpectingError(production.origin, linkIdentity, { body: { code, password } });
    expect(error.code).toBe("password_too_short");
    await production.close();
    expect((await call(app.origin, linkIdentity, { body: { code, password } })).body.user.isAdmin).toBe(true);
  });
});

describe("linked identities", () => {
  test("linked identities are listed for their owner, who alone can unlink them", async () => {
    const { user } = await register();
    const { visitor, code } = await arriveAsMaya();
    await consent(visitor, { code, password: PASSWORD });
    const other = webVisitor();
    await signInByName(other, app.origin);
    const [identity] = await identitiesOf(visitor);
    const params = { identityId: identity?.id ?? "" };
    const rejection = await callExpectingError(app.origin, unlinkIdentity, { params, ...cookiesOf(other, app.origin) });
    expect(rejection.status).toBe(404);
    await call(app.origin, unlinkIdentity, { params, ...cookiesOf(visitor, app.origin) });
    expect(await identitiesOf(visitor)).toEqual([]);
    expect(await auditOf(user.id)).toEqual([
      { actor_id: user.id, action: "identity_linked" },
      { actor_id: user.id, action: "identity_unlinked" },
    ]);
    expect(pathOf((await arriveAsMaya()).place)).toBe("/auth?mode=link");
  });

  test("linked identities keep the last one while there is no password, even with two concurrent unlinks", async () => {
    const visitor = webVisitor();
    await signInByName(visitor, app.origin);
    const { id: userId } = await whoIs(visitor, app.origin);
    const [only] = await identitiesOf(visitor);
    const unlink = (identityId: string) =>
      fetch(`${app.origin}/api/auth/identities/${identityId}`, {
        method: "DELETE",
        headers: visitor.jar(app.origin).headers(),
      });
    expect((await unlink(only?.id ?? "")).status).toBe(409);

    await database().db.execute(
      sql`insert into user_identities (user_id, issuer, subject) values (${userId}, 'https://id.example', 'second')`,
    );
    const both = await identitiesOf(visitor);
    const statuses = await Promise.all(both.map(async ({ id }) => (await unlink(id)).status));
    expect(statuses.sort()).toEqual([200, 409]);
    expect(await identitiesOf(visitor)).toHaveLength(1);
  });

  test("linked identities are removed if their address was unverified and its owner claims the account by email", async () => {
    const [attacker, victim] = [webVisitor(), { firstName: "Vera", lastName: "Lund", email: "vera@nexby.example" }];
    await signInByName(attacker, app.origin, victim);
    const { id: userId } = await whoIs(attacker, app.origin);
    const token = newToken();
    await database()
      .db.insert(passwordResets)
      .values({ userId, tokenHash: hashToken(token) });
    const body = { token, password: PASSWORD, confirmPassword: PASSWORD };
    expect((await call(app.origin, resetPassword, { body })).body.user.id).toBe(userId);

    expect(await isNobody(attacker, app.origin)).toBe(true);
    expect(pathOf(await signInByName(attacker, app.origin, victim))).toBe("/auth?error=email_taken");
    expect(await isNobody(attacker, app.origin)).toBe(true);
  });
});
