/** What other features may use of the items people have looked at. */
export { findViews } from "./recently-viewed.repository.ts";
export { recentlyViewed } from "./recently-viewed.table.ts";
export { noteView } from "./use-cases/note-view.ts";
