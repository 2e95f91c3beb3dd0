import type { DamageClaimFacts } from "@nexby/domain/bookings/snapshot";
import type { DamageClaimStatus } from "@nexby/domain/damage/damage-claim-statuses";
import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { evidencePhotos } from "../../schema/condition.ts";
import { type DamageClaimRow, damageClaims, damagePhotos } from "../../schema/damage.ts";
import { findRentalCases, presentRental, type TaskSource } from "../tasks/public.ts";

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

/** Null when the claim's status has changed. */
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

/** Claims that wait for a decision. */
export const claimTasks: TaskSource<"damage_claim"> = {
  open: (db) =>
    db
      .select({ id: damageClaims.id, since: damageClaims.createdAt, due: sql`null::timestamptz` })
      .from(damageClaims)
      .where(isNull(damageClaims.decidedAt)),
  show: async (db, ids, admin) => {
    const claims = await db
      .select({
        claim: damageClaims,
        photoCount: sql`(select count(*) from damage_photos p where p.claim_id = damage_claims.id)`.mapWith(Number),
      })
      .from(damageClaims)
      .where(inArray(damageClaims.id, [...ids]));
    const rentals = await findRentalCases(
      db,
      claims.map(({ claim }) => claim.bookingId),
    );
    return claims.flatMap(({ claim, photoCount }) => {
      const rental = rentals.get(claim.bookingId);
      const status = UNDECIDED.find((one) => one === claim.status);
      if (!rental || !status) return [];
      return [
        {
          id: claim.id,
          ...presentRental(rental, admin, ["resolve"]),
          moneyAtStakeCents: claim.claimedCents,
          details: {
            status,
            damageType: claim.damageType,
            severity: claim.severity,
            amountCents: claim.claimedCents,
            notes: claim.description,
            photoCount,
            contestReason: claim.contestReason,
          },
        },
      ];
    });
  },
};
