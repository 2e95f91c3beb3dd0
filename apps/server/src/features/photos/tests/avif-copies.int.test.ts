import { sql } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import type { Job } from "../../../platform/jobs/job.ts";
import { picture } from "../../../testing/listings/good-files.ts";
import { besides, useUploads } from "../../../testing/listings/photo-uploads.ts";
import { addAvifCopies, deletePhotoFiles } from "../photos.jobs.ts";

const { database, storage, upload, fileNames, media } = useUploads();

const ACCEPTS_AVIF = { accept: "image/avif,image/webp,image/*,*/*;q=0.8" };
const ACCEPTS_WEBP = { accept: "image/webp,*/*" };

/** Runs a job like a worker, with the payload written by the upload. */
async function runJob(kind: "add_avif_copies" | "delete_photo_files", photoId: string): Promise<void> {
  const deps = { db: database().db, storage: storage() };
  const handler = kind === "add_avif_copies" ? addAvifCopies(deps) : deletePhotoFiles(deps);
  const job = { entityId: photoId, payload: { key: `photos/${photoId}` } } as unknown as Job;
  if (!("run" in handler)) throw new Error("Runs outside of a transaction");
  await handler.run(job, new AbortController().signal);
}

const exifPicture = () =>
  picture({ width: 1200, height: 800 })
    .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "40/1 43/1 40/1" } })
    .jpeg()
    .toBuffer();

const typeOf = async (address: string, headers: Record<string, string>) => {
  const response = await media(address, headers);
  await response.body?.cancel();
  return response.headers.get("content-type");
};

const jobsFor = async (photoId: string) => {
  const { rows } = await database().db.execute<{ job_type: string; status: string }>(sql`
    select job_type, status from scheduled_jobs where entity_id = ${photoId} order by job_type`);
  return rows.map(({ job_type: type, status }) => [type, status]);
};

describe("AVIF copies", () => {
  test("AVIF copies are enqueued by the upload and, once created, served to browsers that support them and to no others", async () => {
    const photo = await upload({ bytes: await exifPicture() });
    // The upload also cancels the removal of its files.
    expect(await jobsFor(photo.id)).toEqual([
      ["add_avif_copies", "pending"],
      ["delete_photo_files", "canceled"],
    ]);
    const card = besides(photo, "400x267.webp");
    expect(await typeOf(card, ACCEPTS_AVIF)).toBe("image/webp");
    await runJob("add_avif_copies", photo.id);
    for (const name of ["400x267.webp", "800x534.webp"]) {
      expect(await typeOf(besides(photo, name), ACCEPTS_AVIF)).toBe("image/avif");
      expect(await typeOf(besides(photo, name), ACCEPTS_WEBP)).toBe("image/webp");
      expect(await typeOf(besides(photo, name), { accept: "*/*" })).toBe("image/webp");
    }
    expect(await typeOf(photo.url, ACCEPTS_AVIF)).toBe("image/webp");

    for (const [headers, type] of [
      [ACCEPTS_AVIF, "image/avif"],
      [ACCEPTS_WEBP, "image/webp"],
    ] as const) {
      const response = await media(card, headers);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": type,
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        vary: expect.stringMatching(/accept/i),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get("content-length")).toBe(String(bytes.length));
      const { width, height, exif, icc, xmp } = await sharp(bytes).metadata();
      expect([width, height, exif, icc, xmp]).toEqual([400, 267, undefined, undefined, undefined]);
      const known = { ...headers, "if-none-match": response.headers.get("etag") ?? "" };
      expect((await media(card, known)).status).toBe(304);
    }
    const webpTag = (await media(card, ACCEPTS_WEBP)).headers.get("etag") ?? "";
    expect((await media(card, { ...ACCEPTS_AVIF, "if-none-match": webpTag })).status).toBe(200);

    // They are recorded, so another run doesn't create them again.
    await storage().remove(`photos/${photo.id}/400x267.avif`);
    await runJob("add_avif_copies", photo.id);
    expect((await fileNames()).filter((name) => name.includes(photo.id))).toHaveLength(4);
  });

  test("AVIF copies are skipped for a deleted photo and fail if its files are missing", async () => {
    const before = await fileNames();
    await runJob("add_avif_copies", newId());
    expect(await fileNames()).toEqual(before);
    const photo = await upload({ bytes: await exifPicture() });
    await storage().removeAll(`photos/${photo.id}`);
    await expect(runJob("add_avif_copies", photo.id)).rejects.toThrow("missing");
  });

  test("AVIF copies leave nothing if the photo is deleted while they are created", async () => {
    const photo = await upload({ bytes: await exifPicture() });
    const { db } = database();
    const during = {
      ...storage(),
      put: async (...file: Parameters<ReturnType<typeof storage>["put"]>) => {
        await db.execute(sql`delete from photos where id = ${photo.id}`);
        await runJob("delete_photo_files", photo.id);
        await storage().put(...file);
      },
    };
    const handler = addAvifCopies({ db, storage: during });
    if ("run" in handler) await handler.run({ entityId: photo.id } as Job, new AbortController().signal);
    expect((await fileNames()).filter((name) => name.includes(photo.id))).toEqual([]);
  });
});

describe("the scheduled removal of an upload's files", () => {
  test("the scheduled removal of an upload's files removes them after an interrupted upload, and keeps a photo's files", async () => {
    const photo = await upload({ bytes: await exifPicture() });
    await runJob("delete_photo_files", photo.id);
    expect((await media(photo.url)).status).toBe(200);
    await database().db.execute(sql`delete from photos where id = ${photo.id}`);
    await runJob("delete_photo_files", photo.id);
    expect((await media(photo.url)).status).toBe(404);
  });
});
