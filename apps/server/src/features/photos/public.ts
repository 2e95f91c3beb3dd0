/** Other features import photos through this file only. */
export { isOwnMenu, menuAddress, photoAddress, sharePictureOf } from "./photo-files.ts";
export { findOwnPhotoIds, keepPhotos, releasePhotos } from "./photos.queries.ts";
export {
  copyPhoto,
  enqueueRemoval,
  type FileKind,
  type PhotoCopy,
  readFile,
  removeFiles,
  storeFiles,
} from "./stored-files.ts";
