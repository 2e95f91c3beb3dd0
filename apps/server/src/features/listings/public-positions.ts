import { createHmac } from "node:crypto";
import { metersBetween, moveBy, type Position } from "@nexby/domain/kernel/distance";
import { and, asc, between, eq, isNull } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { items, ownerPlaces } from "../../schema/listings.ts";
import { lockUser } from "../accounts/public.ts";

const MIN_OFFSET_METERS = 200;
const MAX_OFFSET_METERS = 500;
const FULL_TURN = 360;
/** Pins this close to a known place of the same owner get its offset. */
const SAME_PLACE_METERS = 300;
/** A bit more than that distance in degrees of latitude. */
const SAME_PLACE_DEGREES = 0.003;

type OwnerPlace = typeof ownerPlaces.$inferSelect;
type Offset = Pick<OwnerPlace, "offsetMeters" | "offsetBearing">;

/** Cannot be computed without the secret, and one place's offset says nothing about another's. */
function offsetOf(secret: string, ownerId: string, { latitude, longitude }: Position): Offset {
  const digest = createHmac("sha256", secret).update(`public-position:${ownerId}:${latitude}:${longitude}`).digest();
  const fraction = (start: number) => digest.readUInt32BE(start) / 0x1_0000_0000;
  // The square root spreads the points evenly over the ring instead of crowding its inside.
  const share = fraction(0) * (MAX_OFFSET_METERS ** 2 - MIN_OFFSET_METERS ** 2) + MIN_OFFSET_METERS ** 2;
  return { offsetMeters: Math.sqrt(share), offsetBearing: fraction(4) * FULL_TURN };
}

/** The owner's nearest known place, or null if none is close. */
async function findPlaceNear(tx: Db, ownerId: string, exact: Position): Promise<OwnerPlace | null> {
  const { latitude } = exact;
  const rows = await tx
    .select()
    .from(ownerPlaces)
    .where(
      and(
        eq(ownerPlaces.ownerId, ownerId),
        between(ownerPlaces.latitude, latitude - SAME_PLACE_DEGREES, latitude + SAME_PLACE_DEGREES),
      ),
    );
  const [nearest] = rows
    .map((place) => ({ place, meters: metersBetween(place, exact) }))
    .sort((one, other) => one.meters - other.meters);
  return nearest && nearest.meters <= SAME_PLACE_METERS ? nearest.place : null;
}

/**
 * The position the public sees: a few hundred meters off, always by the same offset at one place. Listings of one home,
 * and pins that move around it, must not give several points whose center reveals the home. So places stay stored when
 * a listing moves away or is deleted. The caller has locked the owner.
 */
export async function assignPublicPosition(tx: Db, secret: string, ownerId: string, exact: Position) {
  let place = await findPlaceNear(tx, ownerId, exact);
  if (!place) {
    const { latitude, longitude } = exact;
    const row = { id: newId(), ownerId, latitude, longitude, ...offsetOf(secret, ownerId, exact) };
    [place = null] = await tx.insert(ownerPlaces).values(row).returning();
  }
  if (!place) throw new Error("The place was not written");
  const shown = moveBy(exact, place.offsetMeters, place.offsetBearing);
  return { placeId: place.id, publicLatitude: shown.latitude, publicLongitude: shown.longitude };
}

const OWNERS_AT_ONCE = 200;

/** Assigns public positions to listings that have no place yet. In code, because the database lacks the secret. */
export async function assignMissingPublicPositions(db: Db, secret: string): Promise<void> {
  for (;;) {
    const owners = await db
      .select({ id: items.ownerId })
      .from(items)
      .where(isNull(items.placeId))
      .groupBy(items.ownerId)
      .limit(OWNERS_AT_ONCE);
    if (owners.length === 0) return;
    for (const { id } of owners) await db.transaction((tx) => assignOwnersPositions(tx, secret, id));
  }
}

async function assignOwnersPositions(tx: Db, secret: string, ownerId: string): Promise<void> {
  await lockUser(tx, ownerId);
  const missing = await tx
    .select({ id: items.id, latitude: items.latitude, longitude: items.longitude })
    .from(items)
    .where(and(eq(items.ownerId, ownerId), isNull(items.placeId)))
    .orderBy(asc(items.createdAt), asc(items.id));
  for (const { id, ...exact } of missing) {
    await tx
      .update(items)
      .set(await assignPublicPosition(tx, secret, ownerId, exact))
      .where(eq(items.id, id));
  }
}
