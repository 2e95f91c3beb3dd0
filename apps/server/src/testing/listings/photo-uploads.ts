import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorBody } from "@nexby/contract/errors";
import { type PhotoView, uploadPhoto } from "@nexby/contract/listings/photos";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect } from "vitest";
import { diskStorage } from "../../adapters/storage/disk-storage.ts";
import { createUser } from "../factories.ts";
import { asViewer, startTestApp, type TestApp } from "../test-app.ts";
import { useTestDatabase } from "../test-database.ts";
import { formWith, sendForm } from "./good-files.ts";

type File = Parameters<typeof formWith>[0];

/** Sizes available as soon as an upload completes. */
export const SIZES = ["full.webp", "800x534.webp", "400x267.webp"];

export const besides = (photo: PhotoView, name: string): string => photo.url.replace("full.webp", name);

/** A server with file storage, an uploading user and access to the stored files. */
export function useUploads() {
  const database = useTestDatabase();
  let app: TestApp | undefined;
  let directory = "";
  let owner = "";
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "nexby-photos-"));
    app = await startTestApp({ db: database().db, storage: diskStorage(directory) });
    owner = await createUser(database().db);
  });
  afterAll(async () => {
    await app?.close();
    await rm(directory, { recursive: true });
  });

  const origin = () => app?.origin ?? "";
  const storage = () => diskStorage(directory);
  const asOwner = () => asViewer({ id: owner, isAdmin: false, isApproved: true });

  const upload = async (file: File, headers: Record<string, string> = asOwner()): Promise<PhotoView> => {
    const response = await sendForm(origin(), uploadPhoto, formWith(file), headers);
    const json = await response.json();
    expect([response.status, json]).toEqual([201, expect.anything()]);
    return uploadPhoto.response.parse(json);
  };

  const refusalOf = async (form: FormData, at = origin()) => {
    const response = await sendForm(at, uploadPhoto, form, asOwner());
    return { status: response.status, ...errorBody.parse(await response.json()) };
  };

  const fileNames = async (): Promise<string[]> => {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  };

  /** Everything an upload could leave behind: files, rows and jobs. */
  const everything = async () => {
    const { rows } = await database().db.execute(sql`
      select (select count(*)::int from photos) as photos,
        (select count(*)::int from scheduled_jobs where job_type = 'add_avif_copies') as jobs`);
    return { files: await fileNames(), ...rows[0] };
  };

  const leavesNothing = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = await everything();
    const outcome = await work();
    expect(await everything()).toEqual(before);
    return outcome;
  };

  const media = (address: string, headers: Record<string, string> = {}) => fetch(origin() + address, { headers });
  const bytesAt = async (address: string) => Buffer.from(await (await media(address)).arrayBuffer());

  return {
    database,
    origin,
    storage,
    asOwner,
    owner: () => owner,
    upload,
    refusalOf,
    fileNames,
    leavesNothing,
    media,
    bytesAt,
  };
}
