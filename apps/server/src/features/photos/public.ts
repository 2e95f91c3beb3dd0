/** Other features import photos through this file only. */
export { isOwnMenu, menuAddress, photoAddress, sharePictureOf } from "./photo-files.ts";
export { findOwnPhotoIds, keepPhotos, releasePhotos } from "./photos.queries.ts";
export {
  copyPhoto,
  deleteFiles,
  enqueueDeletion,
  type FileKind,
  type PhotoCopy,
  readFile,
  storeFiles,
} from "./stored-files.ts";
