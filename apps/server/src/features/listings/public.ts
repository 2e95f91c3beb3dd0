/** What other features may use of listings. */

export { presentItem } from "./catalogue/items.presenter.ts";
export { findItemsByIds, type ItemRow } from "./catalogue/items.repository.ts";
export { findOwnerFigures } from "./catalogue/owner-figures.repository.ts";
export { isListed } from "./catalogue/use-cases/is-listed.ts";
export { categories } from "./categories.table.ts";
export { sweepOldDrafts } from "./drafts/jobs/sweep-old-drafts.ts";
export { photosInDrafts } from "./drafts/listing-drafts.repository.ts";
export { itemCategories } from "./item-categories.table.ts";
export { photosOfItem } from "./item-columns.ts";
export { itemPhotos } from "./item-photos.table.ts";
export { itemStats } from "./item-stats.table.ts";
export { items } from "./items.table.ts";
export { publicPosition } from "./public-position.ts";
