import { and, desc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { externalCalendars } from "./external-calendars.table.ts";
import type { HoldKind } from "./hold-kinds.ts";
import { inventoryHolds } from "./inventory-holds.table.ts";

/** What somebody else counts on; the rest of a calendar is the owner's own. */
const OTHERS_KINDS: HoldKind[] = ["reservation", "checkout", "overdue"];
const OWN_KINDS: HoldKind[] = ["block", "import"];

const isUnreleased = (itemId: string) => and(eq(inventoryHolds.listingId, itemId), isNull(inventoryHolds.releasedAt));

/** What somebody still counts on, the last to end. */
export async function findOpenHold(db: Db, itemId: string): Promise<{ kind: HoldKind; endTime: Date } | null> {
  const [hold] = await db
    .select({ kind: inventoryHolds.kind, endTime: inventoryHolds.endTime })
    .from(inventoryHolds)
    .where(
      and(
        isUnreleased(itemId),
        inArray(inventoryHolds.kind, OTHERS_KINDS),
        gt(inventoryHolds.endTime, sql`app_now()`),
        or(isNull(inventoryHolds.expiresAt), gt(inventoryHolds.expiresAt, sql`app_now()`)),
      ),
    )
    .orderBy(desc(inventoryHolds.endTime))
    .limit(1);
  return hold ?? null;
}

export async function hasEverBeenBooked(db: Db, itemId: string): Promise<boolean> {
  const [hold] = await db
    .select({ id: inventoryHolds.id })
    .from(inventoryHolds)
    .where(and(eq(inventoryHolds.listingId, itemId), eq(inventoryHolds.kind, "reservation")))
    .limit(1);
  return hold !== undefined;
}

export async function releaseOwnHolds(db: Db, itemId: string): Promise<void> {
  await db
    .update(inventoryHolds)
    .set({ releasedAt: sql`app_now()` })
    .where(and(isUnreleased(itemId), inArray(inventoryHolds.kind, OWN_KINDS)));
}

export async function removeExternalCalendars(db: Db, itemId: string): Promise<void> {
  await db
    .update(externalCalendars)
    .set({ removedAt: sql`app_now()` })
    .where(and(eq(externalCalendars.itemId, itemId), isNull(externalCalendars.removedAt)));
}
