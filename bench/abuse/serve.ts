import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { projectRoot } from "../../apps/server/src/platform/config.ts";
import { type Db, openDatabase } from "../../apps/server/src/platform/db/db.ts";
import { createLogger } from "../../apps/server/src/platform/logging.ts";
import { createBooking } from "../../apps/server/src/testing/bookings/booking-rows.ts";
import { createConversation, createItem, createUser } from "../../apps/server/src/testing/factories.ts";
import { asViewer, startTestApp } from "../../apps/server/src/testing/test-app.ts";

/** What the attacks and the other visitors need to know about the server under attack. */
export type Target = {
  origin: string;
  hasPages: boolean;
  itemId: string;
  conversationId: string;
  bookingId: string;
  /** Headers of accounts. */
  renter: Record<string, string>;
  unapproved: Record<string, string>[];
};

const ITEMS = 1_000;
const UNAPPROVED = 5;
const CONNECTIONS = 20;

async function fill(db: Db): Promise<Omit<Target, "origin" | "hasPages">> {
  const [renterId, ownerId] = [await createUser(db), await createUser(db)];
  const itemId = await createItem(db, { ownerId, title: "City bike" });
  for (let count = 1; count < ITEMS; count += 1) await createItem(db, { ownerId, title: `Bike and ladder ${count}` });
  const { id: bookingId } = await createBooking(db, { itemId, ownerId, renterId, status: "in_possession" });
  const conversationId = await createConversation(db, { renterId, ownerId, itemId });
  const newcomers = await Promise.all(Array.from({ length: UNAPPROVED }, () => createUser(db)));
  await db.execute(sql`analyze`);
  return {
    itemId,
    conversationId,
    bookingId,
    renter: asViewer({ id: renterId, isAdmin: false, isApproved: true }),
    unapproved: newcomers.map((id) => asViewer({ id, isAdmin: false, isApproved: false })),
  };
}

// When the benchmark fails, its server ends with it.
process.on("disconnect", () => process.exit());

const [url = "", ownerUrl = ""] = process.argv.slice(2);
const owner = openDatabase({ url: ownerUrl, poolSize: 1, onIdleError: () => undefined });
const filled = await fill(owner.db);
await owner.close();
const { db } = openDatabase({ url, poolSize: CONNECTIONS, onIdleError: () => undefined });
const webDirectory = join(projectRoot, "apps/web/dist");
const hasPages = existsSync(join(webDirectory, "pages.json"));
// One proxy, so that clients on this machine can have addresses of their own.
const options = { db, proxyHops: 1, logger: createLogger("info"), ...(hasPages && { webDirectory }) };
const { origin, app } = await startTestApp(options);
process.on("message", () => app.server.getConnections((_, count) => process.send?.(count)));
process.send?.({ origin, hasPages, ...filled } satisfies Target);
