import { createHash } from "node:crypto";
import { email, personName } from "@nexby/contract/accounts/account-fields";
import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Adapter, AdapterPayload } from "oidc-provider";
import { z } from "zod";
import type { Db } from "../../../platform/db/db.ts";
import { identityProviderRecords as records } from "../../../schema/accounts.ts";

/** The format of every id we issue. Visitors can send other ids, even ones PostgreSQL cannot store as text. */
const ID = /^[\w-]{1,200}$/;

const isNotExpired = sql`(${records.expiresAt} is null or ${records.expiresAt} > now())`;

/** Stores one model in the database, so any process can continue what another started. */
export class ProviderRecords implements Adapter {
  readonly #db: Db;
  readonly #model: string;

  constructor(db: Db, model: string) {
    this.#db = db;
    this.#model = model;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const row = {
      payload,
      grantId: payload.grantId ?? null,
      uid: payload.uid ?? null,
      expiresAt: expiresIn === undefined ? null : sql`now() + ${expiresIn} * interval '1 second'`,
    };
    await this.#db
      .insert(records)
      .values({ model: this.#model, id, ...row })
      .onConflictDoUpdate({ target: [records.model, records.id], set: row });
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.#findWhere(id, eq(records.id, id));
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findWhere(uid, eq(records.uid, uid));
  }

  /** The device flow is not supported. */
  async findByUserCode(): Promise<undefined> {}

  async consume(id: string): Promise<void> {
    await this.#db
      .update(records)
      .set({ consumedAt: sql`now()` })
      .where(and(eq(records.model, this.#model), eq(records.id, id)));
  }

  async destroy(id: string): Promise<void> {
    await this.#db.delete(records).where(and(eq(records.model, this.#model), eq(records.id, id)));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db.delete(records).where(and(eq(records.model, this.#model), eq(records.grantId, grantId)));
  }

  async #findWhere(id: string, condition: SQL): Promise<AdapterPayload | undefined> {
    if (!ID.test(id)) return undefined;
    const [row] = await this.#db
      .select({ payload: records.payload, consumedAt: records.consumedAt })
      .from(records)
      .where(and(eq(records.model, this.#model), condition, isNotExpired));
    if (!row) return undefined;
    const payload = row.payload as AdapterPayload;
    return row.consumedAt ? { ...payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) } : payload;
  }
}

export async function deleteExpiredProviderRecords(db: Db): Promise<void> {
  await db.delete(records).where(lt(records.expiresAt, sql`now()`));
}

/** An account that exists from the start. */
export type ProviderPerson = { subject: string; firstName: string; lastName: string; email: string };

type Account = ProviderPerson & { isEmailVerified: boolean };

export type ProviderAccounts = {
  people: readonly ProviderPerson[];
  find(subject: string): Promise<Account | undefined>;
  /** Stores a new user and returns their subject. */
  add(newUser: NewUser): Promise<string>;
};

export const newUser = z.object({
  firstName: personName("First name is required"),
  lastName: personName("Last name is required"),
  email,
});
type NewUser = z.infer<typeof newUser>;

const NEW_USER_TTL_SECONDS = 24 * 60 * 60;

/** The same email always maps to the same subject, which never collides with an initial account. */
const newUserSubject = (address: string) => `new-${createHash("sha256").update(address).digest("base64url")}`;

/**
 * The demo accounts plus users who type a name. The provider verifies nothing, so it reports typed emails as
 * unverified and Nexby does not match them to existing accounts.
 */
export function providerAccounts(db: Db, people: readonly ProviderPerson[]): ProviderAccounts {
  const newUsers = new ProviderRecords(db, "Newcomer");
  return {
    people,
    find: async (subject) => {
      const person = people.find((one) => one.subject === subject);
      if (person) return { ...person, isEmailVerified: true };
      const stored = newUser.safeParse((await newUsers.find(subject))?.extra);
      return stored.success ? { subject, ...stored.data, isEmailVerified: false } : undefined;
    },
    add: async (added) => {
      const subject = newUserSubject(added.email);
      await newUsers.upsert(subject, { extra: added }, NEW_USER_TTL_SECONDS);
      return subject;
    },
  };
}

let library: Promise<typeof import("oidc-provider")> | undefined;

/** Loads the library on demand and suppresses its warning that Node 20 is outdated; our tests run on Node 20. */
export function loadLibrary(): Promise<typeof import("oidc-provider")> {
  if (library) return library;
  const { warn } = console;
  console.warn = () => undefined;
  library = import("oidc-provider").finally(() => {
    console.warn = warn;
  });
  return library;
}
