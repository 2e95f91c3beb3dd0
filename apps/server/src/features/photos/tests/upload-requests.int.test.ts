import { mkdtemp, open, readdir, rm } from "node:fs/promises";
import { request as rawRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { updateProfile } from "@nexby/contract/accounts/profile";
import { errorBody } from "@nexby/contract/errors";
import { MAX_PHOTO_BYTES, uploadMenu, uploadPhoto, uploadProfilePhoto } from "@nexby/contract/listings/photos";
import { describe, expect, onTestFinished, test } from "vitest";
import { StorageFull, type StoragePort } from "../../../adapters/storage/storage.port.ts";
import { openUploadSpool } from "../../../platform/http/upload-spool.ts";
import { UPLOAD_QUOTA } from "../../../platform/http/uploads.ts";
import { newId } from "../../../platform/ids.ts";
import { throttle } from "../../../platform/throttle.ts";
import { call } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { formWith, jpeg, sendForm } from "../../../testing/listings/good-files.ts";
import { useUploads } from "../../../testing/listings/photo-uploads.ts";
import { until } from "../../../testing/server-process.ts";
import { asViewer, startTestApp } from "../../../testing/test-app.ts";

const { database, origin, storage, asOwner, refusalOf, fileNames, leavesNothing } = useUploads();

describe("an upload request", () => {
  const ONE_FILE = "Send exactly one file, in a field named file";
  const small = () => jpeg({ width: 30, height: 20 });

  test.each([
    ["two files", async () => formWith({ bytes: await small() }, { bytes: await small() })],
    ["another field", async () => formWith({ bytes: await small(), field: "photo" })],
    ["a field named __proto__", async () => formWith({ bytes: await small(), field: "__proto__" })],
    ["no parts", async () => new FormData()],
    [
      "text besides the file",
      async () => {
        const form = formWith({ bytes: await small() });
        form.append("ownerId", newId());
        return form;
      },
    ],
    [
      "text instead of the file",
      async () => {
        const form = new FormData();
        form.append("file", "words");
        return form;
      },
    ],
  ])("an upload request is rejected with %s", async (_, formOf) => {
    const form = await formOf();
    expect(await leavesNothing(() => refusalOf(form))).toMatchObject({ status: 400, message: ONE_FILE });
  });

  test.each(["application/json", "text/plain", "application/octet-stream", "image/jpeg"])(
    "an upload request is rejected with the content type %s",
    async (type) => {
      const response = await leavesNothing(async () =>
        fetch(origin() + uploadPhoto.path, {
          method: "POST",
          headers: { ...asOwner(), "content-type": type },
          body: "{}",
        }),
      );
      expect(response.status).toBe(415);
      expect(errorBody.parse(await response.json())).toMatchObject({
        code: "unsupported_media_type",
        message: "Send the file as multipart/form-data, in a field named file",
      });
    },
  );

  test.each(["multipart/form-data", "multipart/form-data; boundary=", 'multipart/form-data; boundary="a\r"'])(
    "an upload request is rejected with %j, which has no usable boundary",
    async (type) => {
      const status = await leavesNothing(() => rawPost({ "content-type": type.replace("\r", "") }, ["--a\r\nrubbish"]));
      expect([400, 415]).toContain(status);
    },
  );

  test("an upload request is rejected with the limit for a file of more than 15 MB, with or without a content length", async () => {
    const large = {
      status: 413,
      code: "payload_too_large",
      message: "The file is larger than 15 MB. Please choose a smaller one.",
    };
    const form = () => formWith({ bytes: Buffer.alloc(MAX_PHOTO_BYTES + 1, 1) });
    expect(await leavesNothing(() => refusalOf(form()))).toMatchObject(large);
    const pieces = ['--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'];
    const body = [...pieces, ...Array.from({ length: 17 }, () => "x".repeat(1024 * 1024)), "\r\n--b--\r\n"];
    expect(await leavesNothing(() => rawPost({ "content-type": "multipart/form-data; boundary=b" }, body))).toBe(413);
  });

  test("an upload request that is aborted leaves nothing behind and frees its upload slot", async () => {
    await leavesNothing(async () => {
      for (let times = 0; times < 6; times += 1) await abortedUpload();
      await until(async () => (await sendEmpty()) === 400);
    });
  });

  const sendEmpty = async () => (await refusalOf(formWith({ bytes: Buffer.alloc(0) }))).status;

  function abortedUpload(): Promise<void> {
    const { hostname, port } = new URL(origin());
    return new Promise((resolve) => {
      const request = rawRequest({
        hostname,
        port,
        path: uploadPhoto.path,
        method: "POST",
        headers: { ...asOwner(), "content-type": "multipart/form-data; boundary=b", "content-length": 1_000_000 },
      });
      request.on("error", () => undefined).on("close", resolve);
      request.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n');
      request.write("x".repeat(200_000), () => request.destroy());
    });
  }

  function rawPost(more: Record<string, string>, body: readonly string[]): Promise<number> {
    const { hostname, port } = new URL(origin());
    return new Promise((resolve, reject) => {
      const path = uploadPhoto.path;
      const request = rawRequest(
        { hostname, port, path, method: "POST", headers: { ...asOwner(), ...more } },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      request.on("error", reject);
      for (const piece of body) request.write(piece);
      request.end();
    });
  }
});

describe("limits per account", () => {
  const someone = async (isApproved = true) =>
    asViewer({ id: await createUser(database().db), isAdmin: false, isApproved });
  const photo = async () => formWith({ bytes: await jpeg({ width: 30, height: 20 }) });

  test("limits per account count an upload until its images are stored", async () => {
    const waiting: (() => void)[] = [];
    const put: StoragePort["put"] = async (key, file) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return storage().put(key, file);
    };
    const other = await startTestApp({ db: database().db, storage: { ...storage(), put } });
    onTestFinished(() => other.close());
    const headers = await someone();
    const send = async () => sendForm(other.origin, uploadPhoto, await photo(), headers);
    const uploads = Promise.all([send(), send(), send(), send()]);
    await until(async () => waiting.length === 4);
    const fifth = await send();
    expect([fifth.status, errorBody.parse(await fifth.json()).message]).toEqual([
      429,
      "Please wait until your other uploads finish",
    ]);
    let isDone = false;
    void uploads.finally(() => {
      isDone = true;
    });
    await until(async () => {
      for (const resume of waiting.splice(0)) resume();
      return isDone;
    });
    expect((await uploads).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  });

  test("limits per account end after 500 files in 24 hours, whatever their kind", async () => {
    const id = await createUser(database().db);
    const headers = asViewer({ id, isAdmin: false, isApproved: true });
    for (let count = 0; count < UPLOAD_QUOTA.times; count += 1) {
      await throttle(database().db, ["uploads", `user:${id}`], UPLOAD_QUOTA);
    }
    for (const endpoint of [uploadPhoto, uploadMenu]) {
      const response = await sendForm(origin(), endpoint, await photo(), headers);
      expect(response.status).toBe(429);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(3600);
      expect(errorBody.parse(await response.json()).message).toBe(
        "You can upload 500 files in 24 hours. Please try again later.",
      );
    }
    expect((await sendForm(origin(), uploadPhoto, await photo(), await someone())).status).toBe(201);
  });

  test("limits per account allow only a profile photo before the account is approved", async () => {
    const headers = await someone(false);
    const response = await leavesNothing(async () => sendForm(origin(), uploadPhoto, await photo(), headers));
    expect([response.status, errorBody.parse(await response.json()).code]).toEqual([403, "account_not_approved"]);
    const uploaded = await sendForm(origin(), uploadProfilePhoto, await photo(), headers);
    const { url } = uploadProfilePhoto.response.parse(await uploaded.json());
    const { body } = await call(origin(), updateProfile, { headers, body: { profileImageUrl: url } });
    expect(body.profileImageUrl).toBe(url);
  });
});

describe("an Idempotency-Key", () => {
  test("an Idempotency-Key is ignored: a photo sent twice is stored twice", async () => {
    const bytes = await jpeg({ width: 30, height: 20 });
    const send = async () => {
      const keyed = { ...asOwner(), "idempotency-key": "the-same" };
      const response = await sendForm(origin(), uploadPhoto, formWith({ bytes }), keyed);
      expect(response.headers.has("idempotency-replayed")).toBe(false);
      return uploadPhoto.response.parse(await response.json()).id;
    };
    expect(await send()).not.toBe(await send());
  });
});

describe("storage failures", () => {
  const withStorage = async <T>(broken: Partial<StoragePort>, work: (origin: string) => Promise<T>): Promise<T> => {
    const other = await startTestApp({ db: database().db, storage: { ...storage(), ...broken } });
    return work(other.origin).finally(() => other.close());
  };
  const onSecond = (fault: Error): Partial<StoragePort> => ({
    put: (key, file) => (key.includes("800x534") ? Promise.reject(fault) : storage().put(key, file)),
  });

  test.each([
    [new StorageFull("no room"), 507, "storage_full", "We can't store files right now. Please try again later."],
    [new Error("no answer"), 503, "service_unavailable", "This is temporarily unavailable. Please try again."],
  ])("storage failures on write (%s) return %i and leave nothing behind", async (fault, status, code, message) => {
    const form = formWith({ bytes: await jpeg({ width: 30, height: 20 }) });
    const response = await leavesNothing(() => withStorage(onSecond(fault), (origin) => refusalOf(form, origin)));
    expect(response).toMatchObject({ status, code, message });
  });

  test.each([
    ["ENOSPC", 507, "storage_full", "We can't store files right now. Please try again later."],
    ["EIO", 503, "service_unavailable", "This is temporarily unavailable. Please try again."],
  ])(
    "storage failures on receiving a file (%s) return %i, leave nothing behind and free its place",
    async (code, ...expected) => {
      const directory = await mkdtemp(join(tmpdir(), "nexby-spool-"));
      onTestFinished(() => rm(directory, { recursive: true }));
      const openFile = async (path: string) => {
        const writeFile = () => Promise.reject(Object.assign(new Error("disk"), { code }));
        return Object.assign(await open(path, "wx+"), { writeFile });
      };
      const other = await startTestApp({ db: database().db, spool: await openUploadSpool({ directory, openFile }) });
      onTestFinished(() => other.close());
      const bytes = Buffer.alloc(1_000_000, 1);
      await leavesNothing(async () => {
        for (let times = 0; times < 6; times += 1) {
          const { status, code: refusal, message } = await refusalOf(formWith({ bytes }), other.origin);
          expect([status, refusal, message]).toEqual(expected);
        }
      });
      expect(await readdir(directory)).toEqual([]);
    },
  );

  test("storage failures remove the files if the row cannot be written", async () => {
    const form = formWith({ bytes: await jpeg({ width: 30, height: 20 }) });
    const unknownUser = asViewer({ id: newId(), isAdmin: false, isApproved: true });
    const before = await fileNames();
    const response = await sendForm(origin(), uploadPhoto, form, unknownUser);
    expect(response.status).toBe(500);
    expect(await fileNames()).toEqual(before);
  });

  test("storage failures on read return 503, not 404", async () => {
    const status = await withStorage({ open: () => Promise.reject(new Error("no answer")) }, async (origin) => {
      return (await fetch(`${origin}/media/photos/${newId()}/full.webp`)).status;
    });
    expect(status).toBe(503);
  });
});
