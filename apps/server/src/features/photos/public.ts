/** What other features may use of photos. */
export { addAvifCopies } from "./jobs/add-avif-copies.ts";
export { removeOrphanedPhotos } from "./jobs/remove-orphaned-photos.ts";
export { removePhotoFiles } from "./jobs/remove-photo-files.ts";
export { removeUnusedMenu } from "./jobs/remove-unused-menu.ts";
export { isOwnMenu, menuAddress } from "./menu-keys.ts";
export { photoAddress } from "./photo-address.ts";
export { ADD_AVIF_COPIES, REMOVE_PHOTO_FILES, REMOVE_UNUSED_MENU } from "./photo-jobs.ts";
export { findOwnPhotoIds, keepPhotos, releasePhotos } from "./photos.repository.ts";
export { photos } from "./photos.table.ts";
