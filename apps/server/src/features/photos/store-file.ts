import { StorageFull, type StoragePort } from "../../adapters/storage/storage.port.ts";
import { AppError } from "../../platform/errors/app-error.ts";

/** Keeps a file, or says to the person who sent it why that cannot be done now. */
export async function storeFile(storage: StoragePort, key: string, bytes: Buffer): Promise<void> {
  try {
    await storage.put(key, { content: bytes, size: bytes.length });
  } catch (error) {
    throw new AppError(error instanceof StorageFull ? "storage_full" : "service_unavailable", undefined, {
      cause: error,
    });
  }
}
