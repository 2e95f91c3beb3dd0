import { newId } from "../../platform/ids/new-id.ts";

export type MenuExtension = "pdf" | "webp";

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const KEY = new RegExp(`^menus/(${UUID})/${UUID}\\.(?:pdf|webp)$`);

/** A menu is kept under its uploader's id: whose it is can be read from its key, which only the server makes. */
export const newMenuKey = (ownerId: string, extension: MenuExtension): string =>
  `menus/${ownerId}/${newId()}.${extension}`;

export const isOwnMenu = (ownerId: string, key: string): boolean => KEY.exec(key)?.[1] === ownerId;

export const menuAddress = (key: string): string => `/media/${key}`;
