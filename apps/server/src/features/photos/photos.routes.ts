import * as contract from "@nexby/contract/photos";
import type { FastifyInstance } from "fastify";
import type { StoragePort } from "../../adapters/storage/storage.port.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { menuAddress } from "./menu-keys.ts";
import { presentPhoto } from "./photos.presenter.ts";
import { uploadMenu } from "./use-cases/upload-menu.ts";
import { uploadPhoto } from "./use-cases/upload-photo.ts";

export function photosRoutes(app: FastifyInstance, deps: HttpDeps & { storage: StoragePort }) {
  mount(app, deps, contract.uploadPhoto, async ({ viewer, file }) =>
    presentPhoto(await uploadPhoto(deps, viewer.id, file.bytes)),
  );

  mount(app, deps, contract.uploadMenu, async ({ viewer, file }) => {
    const menuFileKey = await uploadMenu(deps, viewer.id, file.bytes);
    return { menuFileKey, url: menuAddress(menuFileKey) };
  });
}
