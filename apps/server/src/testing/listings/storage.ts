import type { StoragePort } from "../../adapters/storage/storage.port.ts";

const fail = () => Promise.reject(new Error("This test has no file storage"));

/** For tests that store no files. */
export const NO_STORAGE: StoragePort = { put: fail, open: fail, remove: fail, removeAll: fail };
