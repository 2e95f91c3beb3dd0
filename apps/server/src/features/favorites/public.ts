/** What other features may use of favorites. */
export { findFavoriteIds } from "./favorites.repository.ts";
export { userFavorites } from "./user-favorites.table.ts";
