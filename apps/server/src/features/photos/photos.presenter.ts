import type { PhotoView } from "@nexby/contract/photos";
import { photoAddress } from "./photo-address.ts";
import type { Photo } from "./photos.repository.ts";

export function presentPhoto({ id, key, width, height, placeholder }: Photo): PhotoView {
  return { id, url: photoAddress(key), width, height, placeholder };
}
