/** What other features may use of photos. */
export { photoAddress } from "./photo-address.ts";
export { photos } from "./photos.table.ts";
