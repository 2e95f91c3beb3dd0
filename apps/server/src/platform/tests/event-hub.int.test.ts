import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import type { Db } from "../db/db.ts";
import { newId } from "../ids.ts";
import { createEventHub } from "../realtime/event-hub.ts";
import { currentPlace, publishEvent, type StoredEvent, userAudience } from "../realtime/events.ts";

const database = useTestDatabase();

test("the event hub delivers an event released between the reader's two queries, without another notification", async () => {
  const { db } = database();
  const audience = userAudience(newId());
  const from = await currentPlace(db);
  let endOlder = () => {};
  let markOpen = () => {};
  const open = new Promise<void>((resolve) => {
    markOpen = resolve;
  });
  const older = db.transaction(async (tx) => {
    await tx.execute(sql`select pg_current_xact_id()`);
    markOpen();
    await new Promise<void>((resolve) => {
      endOlder = resolve;
    });
  });
  await open;
  await publishEvent(db, { audience, type: "counted", data: { n: 1 } });

  // The older transaction ends after the reader's first query.
  const interruptingDb = {
    execute: async (query: Parameters<Db["execute"]>[0]) => {
      const result = await db.execute(query);
      endOlder();
      await older;
      return result;
    },
  } as unknown as Db;
  const delivered = new Promise<readonly StoredEvent[]>((resolve, reject) => {
    const stop = createEventHub(interruptingDb).follow({
      audiences: [audience],
      from,
      deliver: async (events) => {
        stop();
        resolve(events);
      },
      onError: reject,
    });
  });
  expect(await delivered).toMatchObject([{ type: "counted", data: { n: 1 } }]);
});
