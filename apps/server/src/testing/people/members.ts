import { signUp } from "@nexby/contract/accounts/accounts";
import { createItem, type OwnItemView } from "@nexby/contract/listings/items";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll } from "vitest";
import { photoAddress } from "../../features/photos/photo-files.ts";
import type { Viewer } from "../../platform/auth.ts";
import { newId } from "../../platform/ids.ts";
import { users } from "../../schema/accounts.ts";
import { useTestPayments } from "../bookings/test-payments.ts";
import { call } from "../call.ts";
import { COMPLETE_PROFILE, createPhotos, createUser } from "../factories.ts";
import { LISTING } from "../listings/listed-items.ts";
import { asViewer, startTestApp, type TestApp } from "../test-app.ts";
import { useTestDatabase } from "../test-database.ts";
import { useCheapPasswords } from "./cheap-passwords.ts";

export const MEMBER_PASSWORD = "a quiet place by the river";

export type Member = { id: string; email: string; headers: Record<string, string> };

type Options = { logger?: Parameters<typeof startTestApp>[0]["logger"] };

/** A server with a card sandbox for the tests of a file, and approved users who sign up. */
export function useMembers({ logger }: Options = {}) {
  useCheapPasswords();
  const database = useTestDatabase();
  const payments = useTestPayments(database);
  let app: TestApp | undefined;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp({ db: database().db, ...payments().deps, ...(logger && { logger }) });
    payments().deliverTo(app.origin);
  });
  afterAll(() => app?.close());

  const origin = () => app?.origin ?? "";

  const join = async (firstName = "Robin", lastName = "Vale"): Promise<Member> => {
    const { db } = database();
    await db.execute(sql`truncate throttles`);
    count += 1;
    const email = `member${count}@nexby.example`;
    const signUpFields = { password: MEMBER_PASSWORD, confirmPassword: MEMBER_PASSWORD, termsAccepted: true };
    const { body } = await call(origin(), signUp, { body: { firstName, lastName, email, ...signUpFields } });
    await db.update(users).set({ isApproved: true }).where(eq(users.id, body.user.id));
    return { id: body.user.id, email, headers: { authorization: `Bearer ${body.token}` } };
  };

  const storage = () => {
    if (!app) throw new Error("The server is there from beforeAll on");
    return app.storage;
  };

  return { database, payments, origin, storage, join };
}

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
