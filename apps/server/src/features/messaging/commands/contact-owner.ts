import type { Viewer } from "../../../platform/auth.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { conversations } from "../../../schema/messaging.ts";
import { addMembers, lockPair } from "../booking-messages.ts";
import {
  findItem,
  findOngoing,
  getConversation,
  hasBlockedPair,
  type ShownConversation,
} from "../messaging.queries.ts";

/** Finds or starts the conversation of a renter with the owner of a listing. The owner sees it with its first message. */
export const contactOwner = (db: Db, viewer: Viewer, itemId: string): Promise<ShownConversation> =>
  db.transaction(async (tx) => {
    const item = await findItem(tx, itemId);
    if (!item) throw new AppError("not_found", "Item not found");
    if (item.ownerId === viewer.id) throw new AppError("forbidden", "This is your own listing");
    await lockPair(tx, item.id, viewer.id);
    const ongoing = await findOngoing(tx, item.id, viewer.id);
    if (ongoing) return getConversation(tx, viewer.id, ongoing);
    if (!item.isListed) throw new AppError("not_found", "Item not found");
    if (await hasBlockedPair(tx, viewer.id, item.ownerId)) {
      throw new AppError("action_not_allowed", "You can't write to this person");
    }
    const people = { itemId: item.id, renterId: viewer.id, ownerId: item.ownerId };
    const row = { ...people, id: newId(), createdAt: await readClock(tx) };
    const [started] = await tx.insert(conversations).values(row).returning();
    if (!started) throw new Error("The conversation was not written");
    await addMembers(tx, started);
    return getConversation(tx, viewer.id, started.id);
  });
