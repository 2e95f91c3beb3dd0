import { recordAudit } from "../../../../platform/audit/record-audit.ts";
import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { newId } from "../../../../platform/ids/new-id.ts";
import { assertNameIsFree, type CategoryInput, columnsOf, refusingTakenName } from "../category-fields.ts";
import { getCategory } from "../get-category.ts";
import { type CountedCategory, insertCategory, lockAllCategories } from "../managed-categories.repository.ts";
import { freeSlug } from "../slug.ts";

/** Adds a category after all others. Its address is made of its name once and stays. */
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
    await refusingTakenName(insertCategory(tx, { ...fields, id, name, slug, position }));
    const act = { actorId: viewer.id, action: "category_created", entityType: "category", entityId: id };
    await recordAudit(tx, { ...act, details: { after: { ...fields, slug } } });
    return getCategory(tx, id);
  });
}
