import { recordAudit } from "../../../platform/audit.ts";
import type { Viewer } from "../../../platform/auth.ts";
import { type Db, SQL_STATE, sqlStateOf } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import {
  type CategoryChanges,
  type CountedCategory,
  deleteCategoryRow,
  getCategory,
  insertCategory,
  lockAllCategories,
  lockForDeletion,
  requireCategory,
  updateCategoryRow,
  writeOrder,
} from "../categories.queries.ts";

const RATES = ["commissionRate", "listerCommissionRate", "renterCommissionRate"] as const;

/** Omitted fields stay unchanged. */
type CategoryInput = {
  name?: string | undefined;
  icon?: string | null | undefined;
} & { [Rate in (typeof RATES)[number]]?: number | undefined };

/** The database stores rates as exact decimals, so they are passed as text. */
function columnsOf({ name, icon, ...rates }: CategoryInput): CategoryChanges {
  const given = RATES.flatMap((rate) => (rates[rate] === undefined ? [] : [[rate, rates[rate].toFixed(2)]]));
  return { ...(name !== undefined && { name }), ...(icon !== undefined && { icon }), ...Object.fromEntries(given) };
}

const TAKEN = "A category with this name already exists. Please choose another name.";

const nameTaken = (cause?: unknown) =>
  new AppError("category_exists", undefined, { details: [{ field: "name", message: TAKEN }], cause });

/** Category names are case-insensitive. */
function assertNameIsFree(name: string, others: readonly CountedCategory[]): void {
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) throw nameTaken();
}

/** The unique index on lower(name) decides, because the database lowercases some letters differently. */
async function withNameError<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw sqlStateOf(error) === SQL_STATE.uniqueViolation ? nameTaken(error) : error;
  }
}

const MARKS = /\p{Mark}/gu;
const NOT_IN_SLUGS = /[^a-z0-9]+/g;

/** "Camping & Outdoor" becomes camping-and-outdoor. */
export function slugOf(name: string): string {
  const plain = name.normalize("NFKD").replace(MARKS, "").toLowerCase().replaceAll("&", " and ");
  return plain.replace(NOT_IN_SLUGS, "-").replace(/^-|-$/g, "") || "category";
}

/** Appends a number if the slug is taken. */
export function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(name);
  for (let number = 2, candidate = slug; ; number += 1) {
    if (!taken.has(candidate)) return candidate;
    candidate = `${slug}-${number}`;
  }
}

/** Adds a category at the end. Its slug never changes, even if it is renamed. */
export async function createCategory(
  db: Db,
  viewer: Viewer,
  { name, ...input }: CategoryInput & { name: string },
): Promise<CountedCategory> {
  return db.transaction(async (tx) => {
    const others = await lockAllCategories(tx);
    assertNameIsFree(name, others);
    const id = newId();
    const slug = freeSlug(name, new Set(others.map((other) => other.slug)));
    const position = Math.max(0, ...others.map((other) => other.position)) + 1;
    const fields = columnsOf({ ...input, name });
    await withNameError(insertCategory(tx, { ...fields, id, name, slug, position }));
    const entry = { actorId: viewer.id, action: "category_created", entityType: "category", entityId: id };
    await recordAudit(tx, { ...entry, details: { after: { ...fields, slug } } });
    return getCategory(tx, id);
  });
}

type Input = CategoryInput & { categoryId: string; position?: number | undefined };

/** Changes only the given fields; a new position shifts the other categories. */
export async function updateCategory(
  db: Db,
  viewer: Viewer,
  { categoryId, position, ...input }: Input,
): Promise<CountedCategory> {
  return db.transaction(async (tx) => {
    const all = await lockAllCategories(tx);
    const before = requireCategory(all, categoryId);
    const others = all.filter(({ id }) => id !== categoryId);
    if (input.name !== undefined) assertNameIsFree(input.name, others);

    const fields = columnsOf(input);
    if (Object.keys(fields).length > 0) await withNameError(updateCategoryRow(tx, categoryId, fields));
    if (position !== undefined) {
      const ids = others.map(({ id }) => id);
      await writeOrder(tx, ids.toSpliced(position - 1, 0, categoryId));
    }
    const after = await getCategory(tx, categoryId);
    await recordChange(tx, viewer, before, after);
    return after;
  });
}

const AUDITED = ["name", "icon", "commissionRate", "listerCommissionRate", "renterCommissionRate", "position"] as const;

async function recordChange(tx: Db, viewer: Viewer, before: CountedCategory, after: CountedCategory): Promise<void> {
  const changed = AUDITED.filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return;
  const only = (category: CountedCategory) => Object.fromEntries(changed.map((field) => [field, category[field]]));
  const entry = { actorId: viewer.id, action: "category_changed", entityType: "category", entityId: after.id };
  await recordAudit(tx, { ...entry, details: { before: only(before), after: only(after) } });
}

/** Fails if listings use the category. */
export async function deleteCategory(db: Db, viewer: Viewer, categoryId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAllCategories(tx);
    await lockForDeletion(tx, categoryId);
    const { itemCount, name, slug } = await getCategory(tx, categoryId);
    if (itemCount > 0) throw new AppError("category_in_use");
    await deleteCategoryRow(tx, categoryId);
    const entry = { actorId: viewer.id, action: "category_deleted", entityType: "category", entityId: categoryId };
    await recordAudit(tx, { ...entry, details: { before: { name, slug } } });
  });
}
