import { signOut } from "@nexby/contract/accounts/accounts";
import { streamEvents } from "@nexby/contract/messaging/notifications";
import { addPushDevice, listPushDevices } from "@nexby/contract/messaging/push";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publishEvent, userAudience } from "../../../platform/realtime/events.ts";
import { call, readEventStream } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { startConnectedApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { insertSession } from "../../accounts/sessions.ts";
import { subscribe } from "./push-service-under-test.ts";

const database = useTestDatabase();
let app: TestApp;

beforeAll(async () => {
  app = await startConnectedApp(database());
});
afterAll(() => app.close());

test.each([
  ["signed out", sql`delete from sessions where user_id = `],
  ["suspended", sql`update users set suspended_at = now() where id = `],
])("the server ends an open stream before sending further events to a user who was %s", async (_, statement) => {
  const { db } = database();
  const id = await createUser(db);
  const token = await insertSession(db, id, "Phone");
  const reader = await readEventStream(`${app.origin}${streamEvents.path}`, { authorization: `Bearer ${token}` });
  const publish = (type: string) => publishEvent(db, { audience: userAudience(id), type });
  await publish("before");
  await reader.until((events) => events.some(({ type }) => type === "before"));
  await db.execute(sql`${statement} ${id}`);
  await publish("after");
  await reader.ended;
  expect(reader.events.map(({ type }) => type)).toEqual(["welcome", "before"]);
});

test("[PREF-01] a browser takes no push messages after its user signed out in it", async () => {
  const { db } = database();
  const id = await createUser(db);
  const signIn = async (device: string) => ({ authorization: `Bearer ${await insertSession(db, id, device)}` });
  const [phone, laptop] = [await signIn("Phone"), await signIn("Laptop")];
  for (const headers of [phone, laptop]) {
    const { endpoint, keys } = subscribe("https://push.example");
    await call(app.origin, addPushDevice, { headers, body: { endpoint, keys } });
  }
  const devices = async () => (await call(app.origin, listPushDevices, { headers: laptop })).body;
  expect(await devices()).toHaveLength(2);
  await call(app.origin, signOut, { headers: phone });
  expect(await devices()).toHaveLength(1);
});
