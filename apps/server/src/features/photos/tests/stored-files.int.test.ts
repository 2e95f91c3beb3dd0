import { sql } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { StorageFull, type StoragePort } from "../../../adapters/storage/storage.port.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Job } from "../../../platform/jobs/job.ts";
import { picture } from "../../../testing/listings/good-files.ts";
import { useUploads } from "../../../testing/listings/photo-uploads.ts";
import { EVIDENCE_FILES } from "../../condition/condition.jobs.ts";
import { MESSAGE_FILES } from "../../messaging/commands/send-photo.ts";
import { PHOTO_FILES } from "../photos.jobs.ts";
import { copyPhoto, deleteFiles, type FileKind, readFile, storeFiles } from "../stored-files.ts";

const { database, storage } = useUploads();
const db = () => database().db;

const FILES = [
  { name: "original.bin", bytes: Buffer.from("first") },
  { name: "copy.webp", bytes: Buffer.from("second") },
];

const newFolder = (files = FILES) => {
  const id = newId();
  return { id, key: `evidence/tests/${id}`, files };
};
type Folder = ReturnType<typeof newFolder>;

const storedOf = async ({ key, files }: Folder) => {
  const contents = await Promise.all(files.map(({ name }) => readFile(storage(), `${key}/${name}`)));
  return contents.map((content) => content?.toString() ?? null);
};
const NOTHING = [null, null];
const ALL = ["first", "second"];

/** The job as the database has it. */
const jobsOf = async ({ deletionJob, entityType }: FileKind, { id, key }: Folder) => {
  const { rows } = await db().execute<{ status: string; isInAnHour: boolean }>(sql`
    select status, abs(extract(epoch from scheduled_at - app_now() - interval '1 hour')) < 600 as "isInAnHour"
    from scheduled_jobs where job_type = ${deletionJob} and entity_type = ${entityType} and entity_id = ${id}
      and payload = ${JSON.stringify({ key })}::jsonb`);
  return rows;
};

const runDeletion = async (kind: FileKind, { id: entityId, key }: Folder) => {
  const handler = deleteFiles({ db: db(), storage: storage() }, kind);
  if (!("run" in handler)) throw new Error("Runs outside of a transaction");
  await handler.run({ entityId, payload: { key } } as unknown as Job, new AbortController().signal);
};

describe.each([
  ["listing photos", PHOTO_FILES],
  ["rental photos", EVIDENCE_FILES],
  ["message photos", MESSAGE_FILES],
] as const)("stored files of %s", (_, kind) => {
  const deps = (broken: Partial<StoragePort> = {}) => ({ db: db(), storage: { ...storage(), ...broken } });
  const keep = (keepFiles: (tx: ReturnType<typeof db>) => Promise<void>) =>
    db().transaction(async (tx) => {
      await keepFiles(tx);
      return "saved";
    });

  test("stored files are kept with their rows, and their deletion is canceled", async () => {
    const folder = newFolder();
    expect(await storeFiles(deps(), kind, folder, keep)).toBe("saved");
    expect([await storedOf(folder), await jobsOf(kind, folder)]).toMatchObject([ALL, [{ status: "canceled" }]]);
  });

  test("stored files have a job that deletes them an hour later before the first file is stored", async () => {
    const folder = newFolder();
    const seen: unknown[] = [];
    const put: StoragePort["put"] = async (...file) => {
      seen.push(await jobsOf(kind, folder));
      await storage().put(...file);
    };
    await storeFiles(deps({ put }), kind, folder, keep);
    expect(seen).toEqual(FILES.map(() => [{ status: "pending", isInAnHour: true }]));
  });

  test.each([
    [new StorageFull("no room"), "storage_full"],
    [new Error("no answer"), "service_unavailable"],
  ])("stored files leave neither files nor rows if the second one can't be stored (%s)", async (fault, code) => {
    const folder = newFolder();
    const put: StoragePort["put"] = (key, file) =>
      key.endsWith("webp") ? Promise.reject(fault) : storage().put(key, file);
    let isSaved = false;
    const storing = storeFiles(deps({ put }), kind, folder, async () => {
      isSaved = true;
    });
    await expect(storing).rejects.toMatchObject({ code });
    expect([isSaved, await storedOf(folder)]).toEqual([false, NOTHING]);
  });

  test("stored files are deleted by the job after a crash between files and rows", async () => {
    const folder = newFolder();
    const crash = new Error("Connection terminated unexpectedly");
    await expect(storeFiles(deps(), kind, folder, () => Promise.reject(crash))).rejects.toBe(crash);
    expect([await storedOf(folder), await jobsOf(kind, folder)]).toMatchObject([ALL, [{ status: "pending" }]]);
    await runDeletion(kind, folder);
    expect(await storedOf(folder)).toEqual(NOTHING);
  });

  test("stored files are deleted by the job if the transaction that keeps them fails", async () => {
    const folder = newFolder();
    const crash = new Error("Connection terminated unexpectedly");
    const storing = storeFiles(deps(), kind, folder, (keepFiles) =>
      db().transaction(async (tx) => {
        await keepFiles(tx);
        throw crash;
      }),
    );
    await expect(storing).rejects.toBe(crash);
    expect(await jobsOf(kind, folder)).toMatchObject([{ status: "pending" }]);
    await runDeletion(kind, folder);
    expect(await storedOf(folder)).toEqual(NOTHING);
  });

  test("stored files are deleted at once if the row is refused or another attempt was faster", async () => {
    const [refused, wrong, late] = [newFolder(), newFolder(), newFolder()];
    const refusal = new AppError("action_not_allowed");
    await expect(storeFiles(deps(), kind, refused, () => Promise.reject(refusal))).rejects.toBe(refusal);
    const insertWrong = () => db().execute(sql`insert into photos default values`);
    await expect(storeFiles(deps(), kind, wrong, insertWrong)).rejects.toMatchObject({ cause: { code: "23502" } });
    expect(await storeFiles(deps(), kind, late, async () => "of the other attempt")).toBe("of the other attempt");
    for (const folder of [refused, wrong, late]) {
      expect([await storedOf(folder), await jobsOf(kind, folder)]).toMatchObject([NOTHING, [{ status: "canceled" }]]);
    }
  });

  test("stored files are deleted by the job if a refused row's files can't be deleted at once", async () => {
    const folder = newFolder();
    const refusal = new AppError("action_not_allowed");
    const removeAll = () => Promise.reject(new Error("no answer"));
    await expect(storeFiles(deps({ removeAll }), kind, folder, () => Promise.reject(refusal))).rejects.toBe(refusal);
    expect([await storedOf(folder), await jobsOf(kind, folder)]).toMatchObject([ALL, [{ status: "pending" }]]);
    await runDeletion(kind, folder);
    expect(await storedOf(folder)).toEqual(NOTHING);
  });

  test("stored files stay when the job runs although a row names them", async () => {
    const folder = newFolder();
    await storeFiles(deps(), kind, folder, keep);
    await runDeletion({ ...kind, isInUse: async (_, { id, key }) => id === folder.id && key === folder.key }, folder);
    expect(await storedOf(folder)).toEqual(ALL);
  });

  test("stored files can't be kept once they were deleted", async () => {
    const folder = newFolder();
    const storing = storeFiles(deps(), kind, folder, async (keepFiles) => {
      await runDeletion(kind, folder);
      await db().execute(sql`delete from scheduled_jobs where entity_id = ${folder.id}`);
      return keep(keepFiles);
    });
    await expect(storing).rejects.toMatchObject({ code: "service_unavailable" });
    expect(await storedOf(folder)).toEqual(NOTHING);
  });
});

test("a copy of a photo has its pixels and a placeholder, and none of its metadata", async () => {
  const bytes = await picture({ width: 300, height: 200 })
    .withExif({ IFD0: { Copyright: "CANARY-COPYRIGHT" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "40/1 43/1 40/1" } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><CANARY-XMP/></x:xmpmeta>')
    .jpeg()
    .toBuffer();
  expect(bytes.includes("CANARY-COPYRIGHT")).toBe(true);
  const { copy, width, height, placeholder } = await copyPhoto(bytes, newId());
  expect([width, height, placeholder.slice(0, 23)]).toEqual([300, 200, "data:image/webp;base64,"]);
  const { format, exif, icc, xmp, iptc, comments } = await sharp(copy).metadata();
  expect({ format, exif, icc, xmp, iptc, comments }).toEqual({ format: "webp" });
  for (const mark of ["CANARY", "EXIF", "XMP ", "ICCP", "GPS"]) expect(copy.includes(mark)).toBe(false);
});
