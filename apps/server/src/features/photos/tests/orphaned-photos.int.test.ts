import type { PhotoView } from "@nexby/contract/listings/photos";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { itemPhotos } from "../../../schema/photos.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { useUploads } from "../../../testing/listings/photo-uploads.ts";
import { jpeg } from "../../../testing/listings/pictures.ts";
import { asViewer } from "../../../testing/test-app.ts";
import { photosOfProfiles } from "../../accounts/accounts.queries.ts";
import { removeOrphanedPhotos } from "../photos.jobs.ts";
import { findOwnPhotoIds, keepPhotos, releasePhotos } from "../photos.queries.ts";

const { database, upload, owner } = useUploads();
const db = () => database().db;

beforeEach(() => db().execute(sql`update photos set unused_since = null`));

const newPhoto = async (headers?: Record<string, string>) =>
  upload({ bytes: await jpeg({ width: 30, height: 20 }) }, headers);

const unusedFor = (hours: number, ...photos: PhotoView[]) =>
  db().execute(sql`
    update photos set unused_since = now() - make_interval(mins => ${hours * 60})
    where id in (${sql.join(
      photos.map(({ id }) => sql`${id}`),
      sql`, `,
    )})`);

/** Whether it has its row, and whether its files are about to be removed. */
const stateOf = async ({ id }: PhotoView) => {
  const { rows } = await db().execute(sql`
    select exists (select 1 from photos where id = ${id}) as "isKept", exists (
      select 1 from scheduled_jobs
      where entity_id = ${id} and job_type = 'remove_photo_files' and status = 'pending'
        and payload = ${JSON.stringify({ key: `photos/${id}` })}::jsonb) as "isToBeRemoved"`);
  return rows[0];
};
const KEPT = { isKept: true, isToBeRemoved: false };
const REMOVED = { isKept: false, isToBeRemoved: true };

const sweep = () => removeOrphanedPhotos(db(), [photosOfProfiles]);

describe("photos that nothing shows", () => {
  test("are removed after a day, row first; younger ones and those in use stay", async () => {
    const [old, young, used] = [await newPhoto(), await newPhoto(), await newPhoto()];
    await unusedFor(24.1, old);
    await unusedFor(23.9, young);
    await sweep();
    expect([await stateOf(old), await stateOf(young), await stateOf(used)]).toEqual([REMOVED, KEPT, KEPT]);
  });

  test("are counted from the upload, and anew from their release", async () => {
    const photo = await newPhoto();
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

  test("but that something names stay, and are asked about again a day later", async () => {
    const photo = await newPhoto();
    await unusedFor(30, photo);
    const names = new Set([photo.url]);
    await removeOrphanedPhotos(db(), [async () => new Set(), async () => names]);
    expect(await stateOf(photo)).toEqual(KEPT);
    names.clear();
    await removeOrphanedPhotos(db(), [async () => names]);
    expect(await stateOf(photo)).toEqual(KEPT);
    await unusedFor(25, photo);
    await removeOrphanedPhotos(db(), [async () => names]);
    expect(await stateOf(photo)).toEqual(REMOVED);
  });

  test("but that are somebody's picture stay", async () => {
    const photo = await newPhoto();
    await db().execute(sql`update users set profile_image_url = ${photo.url} where id = ${owner()}`);
    await unusedFor(30, photo);
    await sweep();
    expect(await stateOf(photo)).toEqual(KEPT);
  });

  test("but that a listing shows, whoever released them, stay for good", async () => {
    const [photo, other] = [await newPhoto(), await newPhoto()];
    const itemId = await createItem(db(), { ownerId: owner() });
    await db().insert(itemPhotos).values({ itemId, photoId: photo.id, position: 1 });
    await unusedFor(30, photo, other);
    await sweep();
    expect([await stateOf(photo), await stateOf(other)]).toEqual([KEPT, REMOVED]);
    const { rows } = await db().execute(sql`select unused_since from photos where id = ${photo.id}`);
    expect(rows).toEqual([{ unused_since: null }]);
  });

  test("but that somebody is just putting into a listing are passed by", async () => {
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

  test("are removed however many there are", async () => {
    await db().execute(sql`
      insert into photos (owner_id, key, width, height, placeholder, unused_since)
      select ${owner()}, 'photos/many-' || n, 3, 2, 'data:', now() - interval '2 days' from generate_series(1, 250) n`);
    await sweep();
    const { rows } = await db().execute(sql`select count(*)::int from photos where key like 'photos/many-%'`);
    expect(rows).toEqual([{ count: 0 }]);
  });
});

describe("one's own photos", () => {
  test("are found by their addresses, in the order in which they are named", async () => {
    const photos = [await newPhoto(), await newPhoto(), await newPhoto()].reverse();
    const found = await findOwnPhotoIds(
      db(),
      owner(),
      photos.map(({ url }) => url),
    );
    expect(found).toEqual(photos.map(({ id }) => id));
    expect(await findOwnPhotoIds(db(), owner(), [])).toEqual([]);
  });

  test("are never somebody else's, nor anything that is no photo", async () => {
    const [mine, stranger] = [await newPhoto(), await createUser(db())];
    const theirs = await newPhoto(asViewer({ id: stranger, isAdmin: false, isApproved: true }));
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
