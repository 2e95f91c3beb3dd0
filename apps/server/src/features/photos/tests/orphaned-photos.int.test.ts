import type { PhotoView } from "@nexby/contract/listings/photos";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { itemPhotos } from "../../../schema/photos.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { jpeg } from "../../../testing/listings/good-files.ts";
import { useUploads } from "../../../testing/listings/photo-uploads.ts";
import { photosOfProfiles } from "../../accounts/accounts.queries.ts";
import { photoAddress } from "../photo-files.ts";
import { deleteOrphanedPhotos } from "../photos.jobs.ts";
import { findOwnPhotoIds, insertPhoto, keepPhotos, releasePhotos } from "../photos.queries.ts";

const { database, upload, owner } = useUploads();
const db = () => database().db;

beforeEach(() => db().execute(sql`update photos set unused_since = null`));

type OwnPhoto = Pick<PhotoView, "id" | "url">;

/** A photo's row as its upload leaves it. */
const newPhoto = async (ownerId = owner()): Promise<OwnPhoto> => {
  const id = newId();
  const key = `photos/${id}`;
  await insertPhoto(db(), { id, ownerId, key, width: 30, height: 20, placeholder: "data:" });
  return { id, url: photoAddress(key) };
};

const unusedFor = (hours: number, ...photos: OwnPhoto[]) =>
  db().execute(sql`
    update photos set unused_since = now() - make_interval(mins => ${hours * 60})
    where id in (${sql.join(
      photos.map(({ id }) => sql`${id}`),
      sql`, `,
    )})`);

/** Returns whether the row exists and whether removal of the files is pending. */
const stateOf = async ({ id }: OwnPhoto) => {
  const { rows } = await db().execute(sql`
    select exists (select 1 from photos where id = ${id}) as "isKept", exists (
      select 1 from scheduled_jobs
      where entity_id = ${id} and job_type = 'delete_photo_files' and status = 'pending'
        and payload = ${JSON.stringify({ key: `photos/${id}` })}::jsonb) as "isToBeRemoved"`);
  return rows[0];
};
const KEPT = { isKept: true, isToBeRemoved: false };
const REMOVED = { isKept: false, isToBeRemoved: true };

const sweep = () => deleteOrphanedPhotos(db(), [photosOfProfiles]);

describe("unused photos", () => {
  test("unused photos are removed after a day, row first; newer ones and those in use stay", async () => {
    const [old, young, used] = [await newPhoto(), await newPhoto(), await newPhoto()];
    await unusedFor(24.1, old);
    await unusedFor(23.9, young);
    await sweep();
    expect([await stateOf(old), await stateOf(young), await stateOf(used)]).toEqual([REMOVED, KEPT, KEPT]);
  });

  test("unused photos are timed from the upload, and again from their release", async () => {
    const photo = await upload({ bytes: await jpeg({ width: 30, height: 20 }) });
    const age = async () => {
      const { rows } = await db().execute<{ hours: number | null }>(sql`
        select extract(epoch from now() - unused_since)::float / 3600 as hours from photos where id = ${photo.id}`);
      return rows[0]?.hours ?? null;
    };
    expect(await age()).toBeLessThan(1);
    await keepPhotos(db(), [photo.id]);
    expect(await age()).toBeNull();
    await unusedFor(30, photo);
    await releasePhotos(db(), [photo.id]);
    expect(await age()).toBeLessThan(1);
  });

  test("unused photos stay if referenced, and are checked again a day later", async () => {
    const photo = await newPhoto();
    await unusedFor(30, photo);
    const names = new Set([photo.url]);
    await deleteOrphanedPhotos(db(), [async () => new Set(), async () => names]);
    expect(await stateOf(photo)).toEqual(KEPT);
    names.clear();
    await deleteOrphanedPhotos(db(), [async () => names]);
    expect(await stateOf(photo)).toEqual(KEPT);
    await unusedFor(25, photo);
    await deleteOrphanedPhotos(db(), [async () => names]);
    expect(await stateOf(photo)).toEqual(REMOVED);
  });

  test("unused photos stay if they are a profile picture", async () => {
    const photo = await newPhoto();
    await db().execute(sql`update users set profile_image_url = ${photo.url} where id = ${owner()}`);
    await unusedFor(30, photo);
    await sweep();
    expect(await stateOf(photo)).toEqual(KEPT);
  });

  test("unused photos stay for good if a listing shows them, even if released", async () => {
    const [photo, other] = [await newPhoto(), await newPhoto()];
    const itemId = await createItem(db(), { ownerId: owner() });
    await db().insert(itemPhotos).values({ itemId, photoId: photo.id, position: 1 });
    await unusedFor(30, photo, other);
    await sweep();
    expect([await stateOf(photo), await stateOf(other)]).toEqual([KEPT, REMOVED]);
    const { rows } = await db().execute(sql`select unused_since from photos where id = ${photo.id}`);
    expect(rows).toEqual([{ unused_since: null }]);
  });

  test("unused photos are skipped while a transaction adds them to a listing", async () => {
    const photo = await newPhoto();
    await unusedFor(30, photo);
    await db().transaction(async (tx) => {
      expect(await findOwnPhotoIds(tx, owner(), [photo.url])).toEqual([photo.id]);
      await sweep();
      await keepPhotos(tx, [photo.id]);
    });
    await sweep();
    expect(await stateOf(photo)).toEqual(KEPT);
  });

  test("unused photos are removed in any number", async () => {
    await db().execute(sql`
      insert into photos (owner_id, key, width, height, placeholder, unused_since)
      select ${owner()}, 'photos/many-' || n, 3, 2, 'data:', now() - interval '2 days' from generate_series(1, 250) n`);
    await sweep();
    const { rows } = await db().execute(sql`select count(*)::int from photos where key like 'photos/many-%'`);
    expect(rows).toEqual([{ count: 0 }]);
  });
});

describe("own photos", () => {
  test("own photos are found by their URLs, in the given order", async () => {
    const photos = [await newPhoto(), await newPhoto(), await newPhoto()].reverse();
    const found = await findOwnPhotoIds(
      db(),
      owner(),
      photos.map(({ url }) => url),
    );
    expect(found).toEqual(photos.map(({ id }) => id));
    expect(await findOwnPhotoIds(db(), owner(), [])).toEqual([]);
  });

  test("own photos never include another user's photos or other URLs", async () => {
    const [mine, otherUser] = [await newPhoto(), await createUser(db())];
    const theirs = await newPhoto(otherUser);
    const card = mine.url.replace("full", "400x267");
    for (const address of [
      theirs.url,
      card,
      mine.url.slice(1),
      `https://evil.example${mine.url}`,
      `${mine.url}?x`,
      `/media/photos/../photos/${mine.id}/full.webp`,
      "/media/photos/none/full.webp",
      "javascript:alert(1)",
      "",
    ]) {
      expect(await findOwnPhotoIds(db(), owner(), [mine.url, address])).toBeNull();
    }
  });
});
