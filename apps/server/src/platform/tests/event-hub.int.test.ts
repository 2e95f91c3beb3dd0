import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import type { Db } from "../db/db.ts";
import { newId } from "../ids.ts";
import { createEventHub } from "../realtime/event-hub.ts";
import { currentPlace, publishEvent, type StoredEvent, userAudience } from "../realtime/events.ts";

const database = useTestDatabase();

test("what is let go while a reader looks is told, without another word", async () => {
  const { db } = database();
  const audience = userAudience(newId());
  const from = await currentPlace(db);
  let voidOrRefund = () => {};
  let isOpen = () => {};
  const open = new Promise<void>((resolve) => {
    isOpen = resolve;
  });
  const older = db.transaction(async (tx) => {
    await tx.execute(sql`select pg_current_xact_id()`);
    isOpen();
    await new Promise<void>((resolve) => {
      voidOrRefund = resolve;
    });
  });
  await open;
  await publishEvent(db, { audience, type: "counted", data: { n: 1 } });

  // After the first of the reader's questions the older transaction ends.
  const asking = {
    execute: async (query: Parameters<Db["execute"]>[0]) => {
      const answer = await db.execute(query);
      voidOrRefund();
      await older;
      return answer;
    },
  } as unknown as Db;
  const told = new Promise<readonly StoredEvent[]>((resolve, reject) => {
    const stop = createEventHub(asking).follow({
      audiences: [audience],
      from,
      deliver: async (events) => {
        stop();
        resolve(events);
      },
      onError: reject,
    });
  });
  expect(await told).toMatchObject([{ type: "counted", data: { n: 1 } }]);
});
