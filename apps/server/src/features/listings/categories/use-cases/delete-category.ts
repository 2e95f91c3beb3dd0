import { recordAudit } from "../../../../platform/audit/record-audit.ts";
import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { getCategory } from "../get-category.ts";
import { deleteCategoryRow, lockAllCategories, lockForDeletion } from "../managed-categories.repository.ts";

/** Removes a category that no listing is in. */
export async function deleteCategory(db: Db, viewer: Viewer, categoryId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAllCategories(tx);
    await lockForDeletion(tx, categoryId);
    const { itemCount, name, slug } = await getCategory(tx, categoryId);
    if (itemCount > 0) throw new AppError("category_in_use");
    await deleteCategoryRow(tx, categoryId);
    const act = { actorId: viewer.id, action: "category_deleted", entityType: "category", entityId: categoryId };
    await recordAudit(tx, { ...act, details: { before: { name, slug } } });
  });
}
