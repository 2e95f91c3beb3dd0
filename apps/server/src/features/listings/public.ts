/** What other features may use of listings. */
export { categories } from "./categories.table.ts";
export { itemCategories } from "./item-categories.table.ts";
export { itemPhotos } from "./item-photos.table.ts";
export { itemStats } from "./item-stats.table.ts";
export { items } from "./items.table.ts";
export { publicPosition } from "./public-position.ts";
export { isListed } from "./use-cases/is-listed.ts";
