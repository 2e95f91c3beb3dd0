import type { StoragePort } from "../../adapters/storage/storage.port.ts";

const refuse = () => Promise.reject(new Error("This test has no file storage"));

/** For what stores no files. */
export const NO_STORAGE: StoragePort = { put: refuse, open: refuse, remove: refuse, removeAll: refuse };
