import { createItem, type OwnItemView } from "@nexby/contract/listings/items";
import { afterAll, beforeAll } from "vitest";
import { photoAddress } from "../../features/photos/photo-files.ts";
import type { Viewer } from "../../platform/auth.ts";
import { newId } from "../../platform/ids.ts";
import { call } from "../call.ts";
import { COMPLETE_PROFILE, createPhotos, createUser } from "../factories.ts";
import { LISTING } from "../listings/listing.ts";
import { asViewer, startTestApp, type TestApp } from "../test-app.ts";
import { useTestDatabase } from "../test-database.ts";

type Changes = Parameters<typeof createUser>[1];
export type Owner = { id: string; headers: Record<string, string> };

/** A server for the tests of a file, with owners who list items. */
export function useListingOwners() {
  const database = useTestDatabase();
  let app: TestApp | undefined;
  beforeAll(async () => {
    app = await startTestApp({ db: database().db });
  });
  afterAll(() => app?.close());
  const origin = () => app?.origin ?? "";

  /** Approved and with a complete profile by default. */
  const newOwner = async (changes: Changes = {}): Promise<Owner> => {
    const person = { isApproved: true, isAdmin: false, ...changes };
    const id = await createUser(database().db, { ...COMPLETE_PROFILE, ...person });
    const viewer: Omit<Viewer, "sessionId"> = { id, isApproved: person.isApproved, isAdmin: person.isAdmin };
    return { id, headers: asViewer(viewer) };
  };

  /** URLs of new photos of this owner. */
  const newImages = async (ownerId: string, count = 3): Promise<string[]> => {
    const keys = Array.from({ length: count }, () => newId());
    await createPhotos(database().db, ownerId, keys);
    return keys.map(photoAddress);
  };

  /** An accepted body with photos of this owner. */
  const listingOf = async ({ id }: Owner, changes: object = {}) => ({
    ...LISTING,
    images: await newImages(id),
    ...changes,
  });

  const list = async (owner: Owner, changes: object = {}): Promise<OwnItemView> =>
    (await call(origin(), createItem, { headers: owner.headers, body: await listingOf(owner, changes) })).body;

  return { database, origin, newOwner, newImages, listingOf, list };
}
