import type { ManagedCategoryView } from "@nexby/contract/categories";
import type { CountedCategory } from "./managed-categories.repository.ts";

export const presentManagedCategory = (category: CountedCategory): ManagedCategoryView => ({
  id: category.id,
  name: category.name,
  slug: category.slug,
  icon: category.icon,
  position: category.position,
  commissionRate: category.commissionRate,
  listerCommissionRate: category.listerCommissionRate,
  renterCommissionRate: category.renterCommissionRate,
  itemCount: category.itemCount,
});
