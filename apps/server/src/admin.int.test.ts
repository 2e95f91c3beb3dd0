import { rm } from "node:fs/promises";
import { listAccounts } from "@nexby/contract/admin/accounts";
import { makeClusterDirectory } from "@nexby/embedded-postgres/testing/cluster-directory";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { grantAdmin, revokeAdmin } from "./features/accounts/commands/grant-admin.ts";
import { call, callExpectingError } from "./testing/call.ts";
import { createUser } from "./testing/factories.ts";
import { useNewUsers } from "./testing/people/new-users.ts";
import { serverCommand, startServerProcess } from "./testing/server-process.ts";

const { database, origin, register, isSignedOut } = useNewUsers();

let directory: string;
beforeAll(async () => {
  directory = await makeClusterDirectory("admin");
});
afterAll(() => rm(directory, { recursive: true, force: true }));
beforeEach(() => database().db.execute(sql`update users set is_admin = false`));

/** Runs the command as a separate process. `main.int.test.ts` runs it with the embedded database. */
async function admin(args: readonly string[]) {
  const started = await startServerProcess({
    env: { DATA_DIR: directory, ...database().env },
    command: serverCommand("admin", ...args),
  });
  return { code: await started.ended, output: started.output() };
}

async function rolesOf(id: string) {
  const { rows } = await database().db.execute(sql`select is_admin, is_approved from users where id = ${id}`);
  return rows[0];
}
async function auditOf(id: string) {
  const { rows } = await database().db.execute(sql`
    select actor_id, action from audit_log where entity_id = ${id} order by created_at, id`);
  return rows;
}

test("the admin command grants admin rights that take effect in the user's current session", async () => {
  const { jar, user } = await register();
  expect((await callExpectingError(origin(), listAccounts, { headers: jar.headers() })).status).toBe(403);
  expect(await admin(["grant", ` ${user.email.toUpperCase()}`])).toEqual({
    code: 0,
    output: `${user.email} is now an admin.\n`,
  });
  expect(await rolesOf(user.id)).toEqual({ is_admin: true, is_approved: true });
  expect((await call(origin(), listAccounts, { headers: jar.headers() })).status).toBe(200);
  expect(await auditOf(user.id)).toEqual([{ actor_id: null, action: "administrator_granted" }]);
});

test("revoking admin rights signs the user out and keeps the account approved", async () => {
  const { db } = database();
  await createUser(db, { isAdmin: true });
  const { jar, user } = await register();
  await grantAdmin(db, user.email);
  const { code, output } = await admin(["revoke", user.email]);
  expect([code, output]).toEqual([0, `${user.email} is no longer an admin and is signed out everywhere.\n`]);
  expect(await rolesOf(user.id)).toEqual({ is_admin: false, is_approved: true });
  expect(await isSignedOut(jar.headers())).toBe(true);
  expect((await auditOf(user.id)).at(-1)).toEqual({ actor_id: null, action: "administrator_revoked" });
});

test.each([
  [["grant"], /^Usage:/],
  [["constructor", "robin@nexby.example"], /^Usage:/],
  [["grant", "robin@nexby.example", "sam@nexby.example"], /^Usage:/],
  [["grant", "who@nexby.example"], /^No account has the email address who@nexby\.example\. Sign up with it first\.\n$/],
])("%j exits with code 1 and a readable message", async (args, message) => {
  const { code, output } = await admin(args);
  expect(code).toBe(1);
  expect(output).toMatch(message);
});

test("the admin command rejects granting to an admin or a suspended user, and revoking from an unknown address, a non-admin or the last admin", async () => {
  const { db } = database();
  const email = (id: string) => `${id}@nexby.example`;
  const [ada, sam, omar] = [
    await createUser(db, { isAdmin: true }),
    await createUser(db, { suspendedAt: new Date() }),
    await createUser(db),
  ];
  await expect(grantAdmin(db, email(ada))).rejects.toThrow(`${email(ada)} is already an admin.`);
  await expect(grantAdmin(db, email(sam))).rejects.toThrow(`${email(sam)} is suspended.`);
  await expect(revokeAdmin(db, "who@nexby.example")).rejects.toThrow(/^No account .* who@nexby\.example\.$/);
  await expect(revokeAdmin(db, email(omar))).rejects.toThrow(`${email(omar)} is not an admin.`);
  await expect(revokeAdmin(db, email(ada))).rejects.toThrow(`${email(ada)} is the last admin.`);
  expect(await rolesOf(ada)).toMatchObject({ is_admin: true });
  for (const id of [ada, sam, omar]) expect(await auditOf(id)).toEqual([]);
});

test("the admin command keeps one admin when two are revoked concurrently", async () => {
  const { db } = database();
  for (let round = 0; round < 10; round += 1) {
    await db.execute(sql`update users set is_admin = false`);
    const ids = [await createUser(db, { isAdmin: true }), await createUser(db, { isAdmin: true })];
    const outcomes = await Promise.allSettled(ids.map((id) => revokeAdmin(db, `${id}@nexby.example`)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { rows } = await db.execute(sql`select count(*)::int from users where is_admin`);
    expect(rows).toEqual([{ count: 1 }]);
  }
});
