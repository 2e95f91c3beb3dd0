import type { PhotoView } from "@nexby/contract/listings/photos";
import * as contract from "@nexby/contract/listings/photos";
import type { FastifyInstance } from "fastify";
import type { StoragePort } from "../../adapters/storage/storage.port.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { uploadMenu, uploadPhoto } from "./commands/upload-photo.ts";
import { menuAddress, photoAddress } from "./photo-files.ts";
import type { Photo } from "./photos.queries.ts";

export function photosRoutes(app: FastifyInstance, deps: HttpDeps & { storage: StoragePort }) {
  for (const endpoint of [contract.uploadPhoto, contract.uploadProfilePhoto]) {
    mount(app, deps, endpoint, async ({ viewer, file }) =>
      presentPhoto(await uploadPhoto(deps, viewer.id, file.bytes)),
    );
  }

  mount(app, deps, contract.uploadMenu, async ({ viewer, file }) => {
    const menuFileKey = await uploadMenu(deps, viewer.id, file.bytes);
    return { menuFileKey, url: menuAddress(menuFileKey) };
  });
}

function presentPhoto({ id, key, width, height, placeholder }: Photo): PhotoView {
  return { id, url: photoAddress(key), width, height, placeholder };
}
