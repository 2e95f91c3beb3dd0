import { recordAudit } from "../../../../platform/audit/record-audit.ts";
import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { assertNameIsFree, type CategoryInput, columnsOf, refusingTakenName } from "../category-fields.ts";
import { categoryAmong, getCategory } from "../get-category.ts";
import {
  type CountedCategory,
  lockAllCategories,
  updateCategoryRow,
  writeOrder,
} from "../managed-categories.repository.ts";

type Input = CategoryInput & { categoryId: string; position?: number | undefined };

/** Changes what is given. A new place in the order moves the others up or down. */
export async function updateCategory(
  db: Db,
  viewer: Viewer,
  { categoryId, position, ...input }: Input,
): Promise<CountedCategory> {
  return db.transaction(async (tx) => {
    const all = await lockAllCategories(tx);
    const before = categoryAmong(all, categoryId);
    const others = all.filter(({ id }) => id !== categoryId);
    if (input.name !== undefined) assertNameIsFree(input.name, others);

    const fields = columnsOf(input);
    if (Object.keys(fields).length > 0) await refusingTakenName(updateCategoryRow(tx, categoryId, fields));
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
  const act = { actorId: viewer.id, action: "category_changed", entityType: "category", entityId: after.id };
  await recordAudit(tx, { ...act, details: { before: only(before), after: only(after) } });
}
