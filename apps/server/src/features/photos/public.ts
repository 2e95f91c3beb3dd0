/** Other features import photos through this file only. */
export { isOwnMenu, menuAddress, photoAddress, sharePictureOf } from "./photo-files.ts";
export { findOwnPhotoIds, keepPhotos, releasePhotos } from "./photos.queries.ts";
