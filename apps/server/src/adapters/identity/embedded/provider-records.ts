import { createHash } from "node:crypto";
import { email, personName } from "@nexby/contract/accounts/account-fields";
import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Adapter, AdapterPayload } from "oidc-provider";
import { z } from "zod";
import type { Db } from "../../../platform/db/db.ts";
import { identityProviderRecords as records } from "../../../schema/accounts.ts";

/** All ids we give out are of this form. A visitor may name others, even ones the database cannot take as text. */
const ID = /^[\w-]{1,200}$/;

const isLasting = sql`(${records.expiresAt} is null or ${records.expiresAt} > now())`;

/** Where the provider keeps one kind of thing: in the database, so that any process can go on with what another began. */
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

  /** Of codes typed on another device, which this provider does not give out. */
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
      .where(and(eq(records.model, this.#model), condition, isLasting));
    if (!row) return undefined;
    const payload = row.payload as AdapterPayload;
    return row.consumedAt ? { ...payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) } : payload;
  }
}

/** Forgets what has ended. */
export async function sweepProviderRecords(db: Db): Promise<void> {
  await db.delete(records).where(lt(records.expiresAt, sql`now()`));
}

/** Somebody who has an identity at the provider from the start. */
export type ProviderPerson = { subject: string; firstName: string; lastName: string; email: string };

type Account = ProviderPerson & { isEmailVerified: boolean };

export type ProviderAccounts = {
  people: readonly ProviderPerson[];
  find(subject: string): Promise<Account | undefined>;
  /** Keeps somebody new; their subject. */
  add(newcomer: Newcomer): Promise<string>;
};

export const newcomer = z.object({
  firstName: personName("First name is required"),
  lastName: personName("Last name is required"),
  email,
});
type Newcomer = z.infer<typeof newcomer>;

const NEWCOMER_SECONDS = 24 * 60 * 60;

/** The same person for the same address. Never one of those who are there from the start. */
const newcomerSubject = (address: string) => `new-${createHash("sha256").update(address).digest("base64url")}`;

/**
 * The people of the demo and whoever types a name. Nobody proves anything here, so of addresses that were typed the
 * provider does not say that they are verified: Nexby then lets nobody near an account that is there already.
 */
export function providerAccounts(db: Db, people: readonly ProviderPerson[]): ProviderAccounts {
  const newcomers = new ProviderRecords(db, "Newcomer");
  return {
    people,
    find: async (subject) => {
      const person = people.find((one) => one.subject === subject);
      if (person) return { ...person, isEmailVerified: true };
      const known = newcomer.safeParse((await newcomers.find(subject))?.extra);
      return known.success ? { subject, ...known.data, isEmailVerified: false } : undefined;
    },
    add: async (added) => {
      const subject = newcomerSubject(added.email);
      await newcomers.upsert(subject, { extra: added }, NEWCOMER_SECONDS);
      return subject;
    },
  };
}

let library: Promise<typeof import("oidc-provider")> | undefined;

/** Only when it is needed, and without its warning that Node 20 is old: our tests run it there. */
export function loadLibrary(): Promise<typeof import("oidc-provider")> {
  if (library) return library;
  const { warn } = console;
  console.warn = () => undefined;
  library = import("oidc-provider").finally(() => {
    console.warn = warn;
  });
  return library;
}
