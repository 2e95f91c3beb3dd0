import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { markReturned } from "@nexby/contract/bookings/booking-commands";
import {
  getBookingCondition,
  getRentalPhoto,
  openOriginalPhoto,
  verifyEvidence,
} from "@nexby/contract/bookings/condition";
import { DAY } from "@nexby/domain/kernel/duration";
import { type SQL, sql } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { addPhoto, sendPhoto } from "../../../testing/bookings/condition-reports.ts";
import { send } from "../../../testing/call.ts";
import { picture } from "../../../testing/listings/good-files.ts";
import type { Member } from "../../../testing/people/members.ts";
import { until } from "../../../testing/server-process.ts";
import { asViewer, startTestApp } from "../../../testing/test-app.ts";
import { useRentals } from "../../bookings/tests/rentals.fixture.ts";
import { deleteEvidenceFiles, deleteExpiredEvidence } from "../condition.jobs.ts";
import { DELETE_EVIDENCE_FILES } from "../evidence-files.ts";
import { KEYS, tamperWith, withEvidence } from "./evidence-tampering.fixture.ts";

const rentals = useRentals();
const { here, as, origin, storage, database, scheduled, inPossession, admin } = rentals;
const db = () => database().db;

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const verify = (bookingId: string, member: Member = here().renter) => as(member, verifyEvidence, bookingId);

/** Position and problems of every link that fails. */
const failuresOf = async (bookingId: string) =>
  (await verify(bookingId)).links
    .filter(({ problems }) => problems.length > 0)
    .map(({ position, problems }) => [position, ...problems]);

const withPlace = () =>
  picture({ width: 40, height: 30 })
    .withExif({ IFD0: { Make: "CanaryPhone" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "40/1 43/1 40/1" } })
    .jpeg()
    .toBuffer();

const readyForPickup = async () => (await scheduled({}, { inDays: 1 })).id;

type Evidence = Awaited<ReturnType<typeof withEvidence>>;

let shared: Promise<Evidence> | undefined;

/** The same evidence for all tests that leave it as it was. */
const sharedEvidence = (): Promise<Evidence> => {
  shared ??= withPlace().then((bytes) => withEvidence(rentals, bytes));
  return shared;
};

async function filesKeyOf(photoId: string): Promise<string> {
  const { rows } = await db().execute<{ key: string }>(
    sql`select files_key as key from evidence_photos where id = ${photoId}`,
  );
  return rows[0]?.key ?? "";
}

async function bytesOf(key: string): Promise<Buffer | null> {
  const file = await storage().open(key);
  return file && buffer(file.content);
}

async function flipByte(key: string): Promise<void> {
  const bytes = await bytesOf(key);
  if (!bytes) throw new Error(`There is no ${key}`);
  const place = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  await storage().put(key, { content: bytes, size: bytes.length });
}

const tamper = (table: string, statement: SQL) => tamperWith(database().owner, table, statement);

const photoOf = (member: { headers: Record<string, string> } | null, bookingId: string, photoId: string) =>
  send(origin(), getRentalPhoto, { params: { bookingId, photoId }, headers: member?.headers ?? {} });

async function runDeletion(payload: Record<string, unknown>): Promise<void> {
  const handler = deleteEvidenceFiles({ db: db(), storage: storage() });
  if (!("run" in handler)) throw new Error("It runs outside of a transaction");
  await handler.run({ payload } as unknown as Parameters<typeof handler.run>[0], new AbortController().signal);
}

describe("evidence photos", () => {
  test("[COND-01] [EVID-01] evidence photos keep the original byte for byte and show a copy without metadata; other and damaged files are refused", async () => {
    const { owner, renter } = here();
    const bookingId = await readyForPickup();
    for (const change of [{ bytes: Buffer.from("<svg onload=alert(1)>") }, { sha256: "0".repeat(64) }]) {
      const response = await sendPhoto(origin(), renter, { bookingId, ...change });
      expect([response.status, await response.json()]).toMatchObject([400, { details: [{ field: "file" }] }]);
    }
    expect((await verify(bookingId)).links).toEqual([]);
    const bytes = await withPlace();
    expect(bytes.includes("CanaryPhone")).toBe(true);
    const photo = await addPhoto(origin(), owner, { bookingId, bytes, sha256: hashOf(bytes) });
    const key = await filesKeyOf(photo.id);
    expect(await bytesOf(`${key}/original.bin`)).toEqual(bytes);
    expect(photo).toMatchObject({ originalSha256: hashOf(bytes), fileSize: bytes.length, width: 40, height: 30 });
    for (const member of [owner, renter, await admin()]) {
      const response = await photoOf(member, bookingId, photo.id);
      expect([response.status, response.headers.get("content-type"), response.headers.get("cache-control")]).toEqual([
        200,
        "image/webp",
        "private, no-store",
      ]);
      const copy = Buffer.from(await response.arrayBuffer());
      expect(hashOf(copy)).toBe(photo.copySha256);
      expect(copy.includes("CanaryPhone")).toBe(false);
      const { exif, xmp, icc, iptc } = await sharp(copy).metadata();
      expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    }
  });

  test("[COND-01] [EVID-01] evidence photos answer nobody but the two people and admins, and only under their own booking", async () => {
    const { owner } = here();
    const { bookingId, photo } = await sharedEvidence();
    const { bookingId: other } = await rentals.reserve(await rentals.request(await rentals.item()));
    const stranger = await rentals.join("Kim", "Lowe");
    expect((await photoOf(null, bookingId, photo.id)).status).toBe(401);
    expect((await photoOf(stranger, bookingId, photo.id)).status).toBe(404);
    expect((await photoOf(owner, other, photo.id)).status).toBe(404);
    expect((await photoOf(owner, bookingId, newId())).status).toBe(404);
    for (const endpoint of [getBookingCondition, verifyEvidence]) {
      const input = { params: { bookingId }, headers: stranger.headers };
      expect((await send(origin(), endpoint, input)).status).toBe(404);
    }
    expect((await sendPhoto(origin(), stranger, { bookingId })).status).toBe(404);
    const key = await filesKeyOf(photo.id);
    for (const name of ["copy.webp", "original.bin"]) {
      for (const headers of [{}, owner.headers]) {
        expect((await fetch(`${origin()}/media/${key}/${name}`, { headers })).status).toBe(404);
      }
    }
  });

  test("[COND-01] [EVID-01] originals open only for an uninvolved admin in a dispute, and each opening is audited", async () => {
    const { owner, renter } = here();
    const { id: bookingId } = await inPossession({ depositAmountCents: 5_000 });
    await as(renter, markReturned, bookingId, {});
    const bytes = await withPlace();
    const { id: photoId } = await addPhoto(origin(), owner, { bookingId, stage: "return", bytes });
    const adminUser = await admin();
    const open = (member: { headers: Record<string, string> }) =>
      send(origin(), openOriginalPhoto, {
        params: { bookingId, photoId },
        headers: member.headers,
        body: { reason: "To compare" },
      });
    expect([(await open(owner)).status, (await open(adminUser)).status]).toEqual([403, 409]);
    await rentals.claim(bookingId, 1_000);
    const asOwner = { headers: asViewer({ id: owner.id, isAdmin: true, isApproved: true }) };
    expect((await open(asOwner)).status).toBe(403);
    const opened = await open(adminUser);
    expect(opened.headers.get("content-type")).toBe("application/octet-stream");
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(bytes);
    const { rows } = await db().execute(sql`
      select actor_id, details from audit_log where action = 'original_photo_opened' and entity_id = ${bookingId}`);
    expect(rows).toEqual([{ actor_id: adminUser.id, details: { photoId, reason: "To compare" } }]);
  });

  test("[COND-01] [EVID-01] files of an interrupted upload are removed, those of a stored photo stay", async () => {
    const { photo } = await sharedEvidence();
    const kept = await filesKeyOf(photo.id);
    const lost = `evidence/${newId()}/${newId()}`;
    await storage().put(`${lost}/original.bin`, { content: randomBytes(9), size: 9 });
    for (const key of [kept, lost]) await runDeletion({ key });
    expect(await bytesOf(`${lost}/original.bin`)).toBeNull();
    expect(await bytesOf(`${kept}/original.bin`)).not.toBeNull();
  });
});

describe("verification", () => {
  test("[COND-01] [EVID-01] verification recomputes an intact chain with authors and times, each link covering the one before", async () => {
    const { bookingId } = await sharedEvidence();
    const { isIntact, links, headSha256 } = await verify(bookingId);
    expect(isIntact).toBe(true);
    expect(links.map(({ position, kind, byRole }) => `${position} ${kind} ${byRole}`)).toEqual([
      "1 photo owner",
      "2 photo renter",
      "3 report renter",
      "4 confirmation owner",
    ]);
    for (const [index, link] of links.entries()) {
      expect(link.previousSha256).toBe(links[index - 1]?.sha256 ?? "0".repeat(64));
    }
    expect(headSha256).toBe(links.at(-1)?.sha256);
  });

  test("[COND-01] [EVID-01] verification fails where a byte was flipped, a file is missing, or the newest link was deleted with or without its record", async () => {
    const { bookingId, photo } = await withEvidence(rentals, await withPlace());
    const key = await filesKeyOf(photo.id);
    await flipByte(`${key}/original.bin`);
    expect(await failuresOf(bookingId)).toEqual([[1, "original_changed"]]);
    await flipByte(`${key}/original.bin`);
    await flipByte(`${key}/copy.webp`);
    expect(await failuresOf(bookingId)).toEqual([[1, "copy_changed"]]);
    await flipByte(`${key}/copy.webp`);
    expect((await verify(bookingId)).isIntact).toBe(true);

    await tamper("evidence_links", sql`delete from evidence_links where booking_id = ${bookingId} and position = 4`);
    expect(await verify(bookingId)).toMatchObject({
      isIntact: false,
      lostPositions: [4],
      unlinkedIds: [expect.anything()],
    });
    await tamper("condition_confirmations", sql`delete from condition_confirmations where booking_id = ${bookingId}`);
    expect(await verify(bookingId)).toMatchObject({ isIntact: false, lostPositions: [4], unlinkedIds: [] });

    await storage().removeAll(key);
    // Removed by somebody who hides it as the end of the retention period.
    await db().execute(sql`update evidence_photos set files_removed_at = app_now() where id = ${photo.id}`);
    expect(await failuresOf(bookingId)).toEqual([[1, "removal_unrecorded", "original_missing", "copy_missing"]]);
    expect((await verify(bookingId)).isIntact).toBe(false);
  });

  test("the verification is made for two requests at once, 24 wait, and more are asked to retry later", async () => {
    const { bookingId } = await sharedEvidence();
    // Leaves out the turns of an address.
    const app = await startTestApp({ db: db(), addressLimits: { shared: 100, alone: 100, open: 100 } });
    // An account may verify 30 times a minute.
    const admins = [await admin(), await admin(), await admin()];
    const answers: Response[] = [];
    const verifications = await database().owner.transaction(async (tx) => {
      await tx.execute(sql`lock table evidence_links in access exclusive mode`);
      const sent = Array.from({ length: 27 }, (_, index) => {
        const { headers } = admins[index % admins.length] ?? here().owner;
        return send(app.origin, verifyEvidence, { params: { bookingId }, headers }).then((answer) =>
          answers.push(answer),
        );
      });
      const beingMade = async () => {
        const { rows } = await db().execute(sql`
          select from pg_locks where relation = 'evidence_links'::regclass and not granted`);
        return rows.length;
      };
      await until(async () => answers.length > 0 || (await beingMade()) > 2);
      await until(async () => (await beingMade()) >= 2);
      expect([await beingMade(), answers.map(({ status }) => status)]).toEqual([2, [503]]);
      expect(answers[0]?.headers.get("retry-after")).toBe("5");
      return sent;
    });
    await Promise.all(verifications);
    await app.close();
    expect(answers.slice(1).map(({ status }) => status)).toEqual(Array.from({ length: 26 }, () => 200));
  });
});

describe("retention", () => {
  const remove = () => deleteExpiredEvidence({ db: db(), storage: storage(), keys: KEYS });
  const passDays = (days: number) => db().execute(sql`update app_clock set offset_ms = offset_ms + ${days * DAY}`);

  test("[COND-01] [EVID-01] photos are deleted after the retention period, as a record of its own, and their hashes still verify", async () => {
    const { renter, owner } = here();
    const bookingId = await readyForPickup();
    const { id } = await addPhoto(origin(), renter, { bookingId });
    const key = await filesKeyOf(id);
    const isKept = async () => {
      await remove();
      await db().execute(sql`delete from scheduled_jobs where job_type = ${DELETE_EVIDENCE_FILES}`);
      return (await bytesOf(`${key}/copy.webp`)) !== null;
    };
    expect(await isKept()).toBe(true);
    await db().execute(sql`update bookings set closed_at = app_now() where id = ${bookingId}`);
    await passDays(366);
    expect(await isKept()).toBe(true);
    await db().execute(sql`update bookings set settled_at = app_now(), has_chargeback = true where id = ${bookingId}`);
    expect(await isKept()).toBe(true);
    await db().execute(sql`update bookings set has_chargeback = false where id = ${bookingId}`);
    expect(await isKept()).toBe(false);
    expect(await bytesOf(`${key}/original.bin`)).toBeNull();
    expect((await photoOf(owner, bookingId, id)).status).toBe(404);
    const { isIntact, links } = await verify(bookingId);
    expect(isIntact).toBe(true);
    expect(links).toMatchObject([
      { kind: "photo", isRemoved: true },
      { kind: "removal", byRole: "system", isSealed: true },
    ]);
  });

  test("[EVID-01] photos whose files can't be deleted at once after the retention period are deleted by a job", async () => {
    const bookingId = await readyForPickup();
    const { id } = await addPhoto(origin(), here().renter, { bookingId });
    const key = await filesKeyOf(id);
    await db().execute(sql`update bookings set closed_at = app_now(), settled_at = app_now() where id = ${bookingId}`);
    await passDays(366);
    const broken = { ...storage(), removeAll: () => Promise.reject(new Error("no answer")) };
    await expect(deleteExpiredEvidence({ db: db(), storage: broken, keys: KEYS })).rejects.toThrow("no answer");
    const { rows } = await db().execute<{ payload: Record<string, unknown> }>(sql`
      delete from scheduled_jobs where job_type = ${DELETE_EVIDENCE_FILES} and entity_id = ${id} returning payload`);
    for (const { payload } of rows) await runDeletion(payload);
    expect(await bytesOf(`${key}/copy.webp`)).toBeNull();
  });

  test("[EVID-01] a removal that wasn't due doesn't count, whatever the audit log says", async () => {
    const bookingId = await readyForPickup();
    const { id } = await addPhoto(origin(), here().renter, { bookingId });
    await storage().removeAll(await filesKeyOf(id));
    const details = sql`jsonb_build_object('photoId', ${id}::text, 'evidenceRetentionDays', 30)`;
    await db().execute(sql`insert into audit_log (id, action, entity_type, entity_id, details)
      values (${newId()}, 'evidence_files_removed', 'booking', ${bookingId}, ${details})`);
    expect(await failuresOf(bookingId)).toEqual([[1, "original_missing", "copy_missing"]]);
    await db().execute(sql`update evidence_photos set files_removed_at = app_now() where id = ${id}`);
    expect(await failuresOf(bookingId)).toEqual([[1, "removal_unrecorded", "original_missing", "copy_missing"]]);
    // Written by hand, with times that would be due.
    await db().execute(sql`update bookings set closed_at = app_now() - interval '40 days',
      settled_at = app_now() - interval '40 days' where id = ${bookingId}`);
    await db().execute(sql`insert into evidence_removals (booking_id, photo_id, retention_days, ended_at, settled_at, created_at)
      select ${bookingId}, ${id}, 30, closed_at, settled_at, files_removed_at from bookings, evidence_photos
      where bookings.id = ${bookingId} and evidence_photos.id = ${id}`);
    const verified = await verify(bookingId);
    expect([verified.isIntact, verified.unlinkedIds.length]).toEqual([false, 1]);
    expect(await failuresOf(bookingId)).toEqual([[1, "removal_unrecorded", "original_missing", "copy_missing"]]);
  });
});
