import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { storableJson } from "../../platform/db/statements.ts";
import { AppError } from "../../platform/errors.ts";
import { listingDrafts } from "../../schema/listings.ts";
import { findOwnItem } from "./own-items.queries.ts";

export type Draft = typeof listingDrafts.$inferSelect;
type Content = Draft["content"];

const RETENTION_DAYS = 90;
const MAX_DRAFTS = 100;

/** A null item id means the draft of a new listing. */
const isDraftOf = (userId: string, itemId: string | null) =>
  and(
    eq(listingDrafts.userId, userId),
    itemId === null ? isNull(listingDrafts.itemId) : eq(listingDrafts.itemId, itemId),
  );

async function selectDrafts(db: Db, userId: string): Promise<Draft[]> {
  return db
    .select()
    .from(listingDrafts)
    .where(eq(listingDrafts.userId, userId))
    .orderBy(desc(listingDrafts.updatedAt), desc(listingDrafts.id))
    .limit(MAX_DRAFTS);
}

async function upsertDraft(db: Db, userId: string, itemId: string | null, content: Content): Promise<Draft> {
  const [draft] = await db
    .insert(listingDrafts)
    .values({ userId, itemId, content: storableJson(content) })
    .onConflictDoUpdate({
      target: [listingDrafts.userId, listingDrafts.itemId],
      set: { content: storableJson(content), updatedAt: sql`now()` },
    })
    .returning();
  if (!draft) throw new Error("The draft was not kept");
  return draft;
}

export async function deleteDraft(db: Db, userId: string, itemId: string | null): Promise<void> {
  await db.delete(listingDrafts).where(isDraftOf(userId, itemId));
}

export async function deleteOldDrafts(db: Db): Promise<void> {
  await db.delete(listingDrafts).where(lt(listingDrafts.updatedAt, sql`now() - ${RETENTION_DAYS} * interval '1 day'`));
}

/** The given photo URLs that are used in any draft. */
export async function photosInDrafts(db: Db, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const { rows } = await db.execute<{ address: string }>(sql`
    select distinct address
    from ${listingDrafts}, jsonb_array_elements_text(
      case jsonb_typeof(content -> 'images') when 'array' then content -> 'images' else '[]' end
    ) as address
    where address = any(${sql.param([...addresses])}::text[])`);
  return new Set(rows.map(({ address }) => address));
}

type Input = { itemId: string | null; content: Draft["content"] };

/** Stores the form without validating it; validation happens on submit. */
export async function saveDraft(db: Db, userId: string, { itemId, content }: Input): Promise<Draft> {
  if (itemId !== null && !(await findOwnItem(db, userId, itemId))) throw new AppError("not_found", "Listing not found");
  return upsertDraft(db, userId, itemId, content);
}

export const listDrafts = (db: Db, userId: string): Promise<Draft[]> => selectDrafts(db, userId);
