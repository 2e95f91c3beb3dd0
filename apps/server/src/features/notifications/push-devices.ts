import { createECDH } from "node:crypto";
import type { PushDeviceView } from "@nexby/contract/messaging/push";
import { and, asc, desc, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { PushMessage, PushPort } from "../../adapters/push/push.port.ts";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError, fieldError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { sessions } from "../../schema/accounts.ts";
import { pushSubscriptions } from "../../schema/notifications.ts";

type PushDevice = typeof pushSubscriptions.$inferSelect;

/** Browsers of one person; the oldest makes room for another. */
const MAX_DEVICES = 10;
const AUTH_BYTES = 16;

export const presentDevice = ({ id, device, createdAt }: PushDevice): PushDeviceView => ({
  id,
  device,
  createdAt: createdAt.toISOString(),
});

export const listDevices = (db: Db, userId: string): Promise<PushDevice[]> =>
  db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.createdAt));

type NewDevice = { endpoint: string; keys: { p256dh: string; auth: string } };

/**
 * A browser has one subscription, which belongs to whoever turned it on last. It ends with the session, so that nobody
 * reads the messages of someone who signed out.
 */
export async function addDevice(
  { db, push }: { db: Db; push: Pick<PushPort, "mayTake"> },
  viewer: Viewer,
  { endpoint, keys: { p256dh, auth } }: NewDevice,
  device: string,
): Promise<PushDevice> {
  if (!isPublicKey(p256dh) || Buffer.from(auth, "base64url").length !== AUTH_BYTES) {
    throw fieldError("keys", "Your browser sent an incomplete subscription. Please try again.");
  }
  if (!(await push.mayTake(endpoint))) {
    throw fieldError("endpoint", "This isn't the address of a push service. Please try another browser.");
  }
  return db.transaction(async (tx) => {
    const [session] = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, viewer.sessionId));
    const owner = { userId: viewer.id, sessionId: session?.id ?? null, p256dh, auth, device };
    const [saved] = await tx
      .insert(pushSubscriptions)
      .values({ id: newId(), endpoint, ...owner })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: owner })
      .returning();
    const newest = tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, viewer.id))
      .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
      .limit(MAX_DEVICES);
    await tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, viewer.id), notInArray(pushSubscriptions.id, newest)));
    return saved as PushDevice;
  });
}

/** A point that isn't on the curve would make every message fail. */
function isPublicKey(p256dh: string): boolean {
  try {
    const pair = createECDH("prime256v1");
    pair.generateKeys();
    pair.computeSecret(Buffer.from(p256dh, "base64url"));
    return true;
  } catch {
    return false;
  }
}

export async function removeDevice(db: Db, viewer: Viewer, id: string): Promise<void> {
  const { rowCount } = await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, viewer.id)));
  if (!rowCount) throw new AppError("not_found", "Device not found");
}

/** Part of a query for a person. */
export const deviceCountOf = (userId: string) =>
  sql<number>`(select count(*)::int from ${pushSubscriptions} where ${pushSubscriptions.userId} = ${userId})`;

/**
 * Sends to all browsers of a person. Fails only if none accepted it: a retry reaches browsers that did accept it again,
 * which replace the message they show.
 */
export const pushToDevices =
  (db: Db, push: PushPort) =>
  async (userId: string, message: PushMessage): Promise<void> => {
    const devices = await listDevices(db, userId);
    const results = await Promise.allSettled(devices.map((device) => push.send(device, message)));
    const gone = devices.filter((_, index) => {
      const result = results[index];
      return result?.status === "fulfilled" && result.value === "gone";
    });
    if (gone.length > 0) {
      await db.delete(pushSubscriptions).where(
        inArray(
          pushSubscriptions.id,
          gone.map(({ id }) => id),
        ),
      );
    }
    if (results.some((result) => result.status === "fulfilled" && result.value === "sent")) return;
    throw results.find((result) => result.status === "rejected")?.reason ?? new Error("No browser takes push messages");
  };
