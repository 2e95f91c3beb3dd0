import type { UndecidedClaimView } from "@nexby/contract/admin/tasks";
import type { DamageClaimFacts } from "@nexby/domain/bookings/snapshot";
import { isRenterOrOwnerOf } from "@nexby/domain/bookings/transitions";
import type { DamageClaimStatus } from "@nexby/domain/damage/damage-claim-statuses";
import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { bookings } from "../../schema/bookings.ts";
import { evidencePhotos } from "../../schema/condition.ts";
import { type DamageClaimRow, damageClaims, damagePhotos } from "../../schema/damage.ts";
import { items } from "../../schema/listings.ts";
import { MAX_SHOWN, nameOf, owners, renters } from "./late-fees.queries.ts";

export async function findDamageClaim(db: Db, bookingId: string): Promise<DamageClaimRow | null> {
  const [row] = await db
    .select()
    .from(damageClaims)
    .where(and(eq(damageClaims.bookingId, bookingId), ne(damageClaims.status, "withdrawn")));
  return row ?? null;
}

type NewClaim = Omit<typeof damageClaims.$inferInsert, "id">;

export async function insertDamageClaim(db: Db, claim: NewClaim): Promise<DamageClaimRow> {
  const [row] = await db
    .insert(damageClaims)
    .values({ id: newId(), ...claim })
    .returning();
  if (!row) throw new Error("The database kept no claim");
  return row;
}

export type DamageClaimChanges = PgUpdateSetSource<typeof damageClaims>;

/** Null when the claim has another status by now. */
export async function swapDamageClaim(
  db: Db,
  bookingId: string,
  status: DamageClaimStatus,
  changes: DamageClaimChanges,
): Promise<DamageClaimRow | null> {
  const [row] = await db
    .update(damageClaims)
    .set(changes)
    .where(and(eq(damageClaims.bookingId, bookingId), eq(damageClaims.status, status)))
    .returning();
  return row ?? null;
}

/** A row with the payment it names. */
export const damageClaimFactsOf = (row: DamageClaimRow, payment: DamageClaimFacts["payment"]): DamageClaimFacts => ({
  ...row,
  isLoss: row.damageType === "lost",
  payment,
});

export type ClaimPhoto = Awaited<ReturnType<typeof listClaimPhotos>>[number];

/** In the owner's order. */
export const listClaimPhotos = (db: Db, claimId: string) =>
  db
    .select({
      id: damagePhotos.photoId,
      url: damagePhotos.photoUrl,
      placeholder: evidencePhotos.placeholder,
      filename: damagePhotos.filename,
      createdAt: damagePhotos.createdAt,
      filesRemovedAt: evidencePhotos.filesRemovedAt,
    })
    .from(damagePhotos)
    .innerJoin(evidencePhotos, eq(evidencePhotos.id, damagePhotos.photoId))
    .where(eq(damagePhotos.claimId, claimId))
    .orderBy(asc(damagePhotos.position));

const UNDECIDED = ["open", "agreed", "contested"] as const;

/** Oldest first. Admins can't decide on their own bookings. */
export async function listUndecidedClaims(db: Db, adminId: string): Promise<UndecidedClaimView[]> {
  const rows = await db
    .select({
      claim: damageClaims,
      item: { id: items.id, title: items.title },
      renter: nameOf(renters),
      owner: nameOf(owners),
      photoCount: sql`(select count(*) from damage_photos p where p.claim_id = ${damageClaims.id})`.mapWith(Number),
    })
    .from(damageClaims)
    .innerJoin(bookings, eq(bookings.id, damageClaims.bookingId))
    .innerJoin(items, eq(items.id, bookings.itemId))
    .innerJoin(renters, eq(renters.id, bookings.renterId))
    .innerJoin(owners, eq(owners.id, bookings.ownerId))
    .where(inArray(damageClaims.status, [...UNDECIDED]))
    .orderBy(asc(damageClaims.createdAt), asc(damageClaims.id))
    .limit(MAX_SHOWN);
  return rows.map(({ claim, item, renter, owner, photoCount }) => ({
    bookingId: claim.bookingId,
    item,
    renter,
    owner,
    status: UNDECIDED.find((status) => status === claim.status) ?? "open",
    damageType: claim.damageType,
    severity: claim.severity,
    amountCents: claim.claimedCents,
    notes: claim.description,
    photoCount,
    contestReason: claim.contestReason,
    createdAt: claim.createdAt.toISOString(),
    allowedActions: isRenterOrOwnerOf({ renterId: renter.id, ownerId: owner.id }, adminId) ? [] : ["resolve"],
  }));
}
