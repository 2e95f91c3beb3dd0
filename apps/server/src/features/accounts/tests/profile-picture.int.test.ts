import { getPublicProfile, updateProfile } from "@nexby/contract/accounts/profile";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createPhotos, createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";

const database = useTestDatabase();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());

/** A user with two uploaded photos that are not in use yet. */
async function photographer() {
  const { db } = database();
  const id = await createUser(db);
  const headers = asViewer({ id, isAdmin: false, isApproved: false });
  const keys = ["one", "two"].map((name) => `photos/${id}-${name}`);
  await createPhotos(db, id, keys);
  const [one = "", two = ""] = keys.map((key) => `/media/${key}/full.webp`);
  const choose = async (profileImageUrl: string | null) =>
    (await call(app.origin, updateProfile, { headers, body: { profileImageUrl } })).body.profileImageUrl;
  const unused = async () => {
    const { rows } = await db.execute<{ key: string }>(sql`
      select key from photos where owner_id = ${id} and unused_since is not null order by key`);
    return rows.map(({ key }) => `/media/${key}/full.webp`);
  };
  return { id, headers, one, two, choose, unused };
}

describe("a profile picture", () => {
  test("a profile picture is one of the user's uploads, and replacing it releases the previous one", async () => {
    const { id, one, two, choose, unused } = await photographer();
    expect(await choose(one)).toBe(one);
    expect(await unused()).toEqual([two]);
    expect(await choose(two)).toBe(two);
    expect(await unused()).toEqual([one]);
    const { body } = await call(app.origin, getPublicProfile, { params: { userId: id } });
    expect(body.profileImageUrl).toBe(two);
    expect(await choose(two)).toBe(two);
    expect(await unused()).toEqual([one]);
    expect(await choose(null)).toBeNull();
    expect(await unused()).toEqual([one, two]);
  });

  test("a profile picture cannot be another user's photo or an external URL", async () => {
    const [mine, theirs] = [await photographer(), await photographer()];
    await mine.choose(mine.one);
    for (const profileImageUrl of [
      theirs.one,
      "https://evil.example/pixel.gif",
      `https://evil.example${mine.two}`,
      mine.two.replace("full", "400x267"),
      "javascript:alert(1)",
      "",
      7,
    ]) {
      const rejection = await callExpectingError(app.origin, updateProfile, {
        headers: mine.headers,
        body: { profileImageUrl, city: "Newark" },
      });
      expect(rejection.status).toBe(400);
      expect(rejection.error.details).toEqual([{ field: "profileImageUrl", message: "Please upload the photo again" }]);
    }
    const { rows } = await database().db.execute(sql`
      select profile_image_url, city from users where id = ${mine.id}`);
    expect(rows).toEqual([{ profile_image_url: mine.one, city: null }]);
    expect(await mine.unused()).toEqual([mine.two]);
    expect(await theirs.unused()).toEqual([theirs.one, theirs.two]);
  });

  test("a profile picture from a sign-in provider can be replaced like any other", async () => {
    const { id, one, choose, unused } = await photographer();
    await database().db.execute(sql`
      update users set profile_image_url = 'https://id.example/robin.png' where id = ${id}`);
    expect(await choose(one)).toBe(one);
    expect(await unused()).toHaveLength(1);
  });
});
