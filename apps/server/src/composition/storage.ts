import { mkdir } from "node:fs/promises";
import { clearOldDrafts, diskStorage } from "../adapters/storage/disk-storage.ts";
import type { StoragePort } from "../adapters/storage/storage.port.ts";
import type { Config } from "../platform/config/config.ts";

/** The bucket that is set, else a folder of the data directory. The bucket's library loads only when it is needed. */
export async function chooseStorage({ s3 }: Pick<Config, "s3">, mediaDirectory: string): Promise<StoragePort> {
  if (s3) return (await import("../adapters/storage/s3-storage.ts")).s3Storage(s3);
  await mkdir(mediaDirectory, { recursive: true });
  await clearOldDrafts(mediaDirectory);
  return diskStorage(mediaDirectory);
}
