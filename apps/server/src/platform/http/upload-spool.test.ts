import type { FileHandle } from "node:fs/promises";
import { mkdtemp, open, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openUploadSpool, SPOOL_LIMITS, type SpooledFile, type SpoolLimits, type UploadSpool } from "./upload-spool.ts";

const LIMITS: SpoolLimits = {
  all: { files: 6, bytes: 600 },
  keptForEvidence: { files: 2, bytes: 200 },
  perAccount: { files: 2, bytes: 200 },
  unapproved: { files: 2, bytes: 200 },
  perUnapprovedAccount: { files: 1, bytes: 100 },
};
const BUSY = { code: "service_unavailable", retryAfterSeconds: 5 };
const OWN = {
  ...{ code: "too_many_requests", retryAfterSeconds: 2 },
  message: "Please wait until your other uploads finish",
};

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "nexby-spool-"));
});
afterEach(async () => {
  for (const file of opened.splice(0)) await file.end();
  await rm(directory, { recursive: true, force: true });
});

const opened: SpooledFile[] = [];
/** Ends all files after the test. */
async function openSpool(options: Parameters<typeof openUploadSpool>[0]): Promise<UploadSpool> {
  const spool = await openUploadSpool(options);
  return {
    async open(...sender) {
      const file = await spool.open(...sender);
      opened.push(file);
      return file;
    },
  };
}

const from = (account: string, more: { isApproved?: boolean; isEvidence?: boolean } = {}) => ({
  ...{ account, isApproved: true, isEvidence: false },
  ...more,
});

describe("a spooled upload", () => {
  test("a spooled upload comes back as it was written, and its file has no name that a crash could leave behind", async () => {
    const spool = await openSpool({ directory });
    const file = await spool.open(from("robin"), 20);
    await file.write(Buffer.from("first "));
    await file.write(Buffer.from("second"));
    expect(await readdir(directory)).toEqual([]);
    expect((await file.take()).toString()).toBe("first second");
    await file.end();
    await file.end();
  });

  test("left by a killed process is deleted by the next start", async () => {
    await writeFile(join(directory, "left-behind"), "half a photo");
    await openSpool({ directory });
    expect(await readdir(directory)).toEqual([]);
  });

  test("a spooled upload survives that someone deletes the folder", async () => {
    const spool = await openSpool({ directory });
    await rm(directory, { recursive: true });
    const file = await spool.open(from("robin"), 1);
    await file.write(Buffer.from("x"));
    expect((await file.take()).toString()).toBe("x");
    await file.end();
  });

  test.each([
    ["ENOSPC", "storage_full"],
    ["EDQUOT", "storage_full"],
    ["EIO", "service_unavailable"],
  ])("a spooled upload that fails with %s is refused as %s and leaves nothing behind", async (code, refusal) => {
    const broken = async () => {
      throw Object.assign(new Error("disk"), { code });
    };
    const handles: FileHandle[] = [];
    const openFile = async (path: string) => {
      const handle = await open(path, "wx+");
      handles.push(handle);
      return Object.assign(handle, { writeFile: broken });
    };
    const spool = await openSpool({ directory, limits: LIMITS, openFile });
    for (let count = 0; count < 3; count += 1) {
      const file = await spool.open(from("robin"), 200);
      await expect(file.write(Buffer.from("x"))).rejects.toMatchObject({ code: refusal });
      await file.end();
    }
    expect([await readdir(directory), handles.map(({ fd }) => fd)]).toEqual([[], [-1, -1, -1]]);

    const unopenable = await openSpool({ directory, limits: LIMITS, openFile: broken });
    for (let count = 0; count < 3; count += 1) {
      await expect(unopenable.open(from("robin"), 200)).rejects.toMatchObject({ code: refusal });
    }
  });
});

describe("uploads on disk", () => {
  test("uploads on disk are limited for each account, in files and in bytes, until they end", async () => {
    const spool = await openSpool({ directory, limits: LIMITS });
    const first = await spool.open(from("robin"), 1);
    await spool.open(from("robin"), 1);
    await expect(spool.open(from("robin"), 1)).rejects.toMatchObject(OWN);
    await first.take();
    await expect(spool.open(from("robin"), 1), "its images are being made").rejects.toMatchObject(OWN);
    await first.end();
    await spool.open(from("robin"), 1);

    await spool.open(from("maya"), 150);
    await expect(spool.open(from("maya"), 51)).rejects.toMatchObject(OWN);
    await spool.open(from("maya"), 50);
  });

  test("uploads on disk leave room for condition photos, in files and in bytes", async () => {
    for (const bytes of [1, 100]) {
      const spool = await openSpool({ directory, limits: LIMITS });
      for (const name of ["a", "b", "c", "d"]) await spool.open(from(name), bytes);
      await expect(spool.open(from("e"), bytes)).rejects.toMatchObject(BUSY);
      await spool.open(from("e", { isEvidence: true }), bytes);
      await spool.open(from("f", { isEvidence: true }), bytes);
      await expect(spool.open(from("g", { isEvidence: true }), bytes)).rejects.toMatchObject(BUSY);
    }
  });

  test("free their bytes once they are read", async () => {
    const spool = await openSpool({ directory, limits: { ...LIMITS, all: { files: 10, bytes: 600 } } });
    const files = await Promise.all(["a", "b", "c", "d"].map((name) => spool.open(from(name), 100)));
    await expect(spool.open(from("e"), 100)).rejects.toMatchObject(BUSY);
    await files[0]?.take();
    await spool.open(from("e"), 100);
  });

  test("uploads on disk by unapproved accounts are fewer, and leave the rest to others", async () => {
    const spool = await openSpool({ directory, limits: LIMITS });
    const unapproved = (name: string) => spool.open(from(name, { isApproved: false }), 1);
    await unapproved("a");
    await expect(unapproved("a")).rejects.toMatchObject(OWN);
    await unapproved("b");
    await expect(unapproved("c")).rejects.toMatchObject(BUSY);
    await spool.open(from("robin"), 1);
  });
});

test("one account has at most 4 uploads, an account that is not approved one, and condition photos keep 24", () => {
  expect([SPOOL_LIMITS.perAccount.files, SPOOL_LIMITS.perUnapprovedAccount.files]).toEqual([4, 1]);
  expect(SPOOL_LIMITS.keptForEvidence.files).toBe(24);
});
