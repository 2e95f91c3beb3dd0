import { confirmVerificationCode, sendVerificationCode } from "@nexby/contract/accounts/passwords";
import { updateProfile } from "@nexby/contract/accounts/profile";
import { approveAccount } from "@nexby/contract/admin/accounts";
import { listNotifications } from "@nexby/contract/messaging/notifications";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { call } from "../../../testing/call.ts";
import { useNewUsers } from "../../../testing/people/new-users.ts";
import { asViewer } from "../../../testing/test-app.ts";

const { database, origin, register } = useNewUsers();

/** The code in the last message sent to the recipient. */
async function lastCode(recipient: string): Promise<string> {
  const { rows } = await database().db.execute<{ body: string }>(sql`
    select body from outgoing_messages where recipient = ${recipient} order by created_at desc, id desc limit 1`);
  return /\d{6}/.exec(rows[0]?.body ?? "")?.[0] ?? "";
}

test("[NOTE-02] a user is welcomed and notified of verification and approval, each linking to a page of ours", async () => {
  const { jar, user } = await register();
  const headers = jar.headers();
  const titles = async () => {
    const { body } = await call(origin(), listNotifications, { headers });
    for (const { type, actionUrl } of body)
      expect([type, actionUrl]).toEqual(["system", expect.stringMatching(/^\/\w/)]);
    return body.map(({ title }) => title);
  };
  expect(await titles()).toEqual(["Welcome to Nexby"]);

  const phoneNumber = "+12015550123";
  await call(origin(), updateProfile, { headers, body: { phoneNumber } });
  for (const [channel, recipient] of [
    ["email", user.email],
    ["phone", phoneNumber],
  ] as const) {
    await call(origin(), sendVerificationCode, { headers, body: { channel } });
    await call(origin(), confirmVerificationCode, { headers, body: { channel, code: await lastCode(recipient) } });
  }
  const admin = asViewer({ id: newId(), isAdmin: true, isApproved: true });
  await call(origin(), approveAccount, { headers: admin, params: { userId: user.id }, body: {} });
  expect(await titles()).toEqual([
    "Your account is approved",
    "Phone number verified",
    "Email address verified",
    "Welcome to Nexby",
  ]);
});
