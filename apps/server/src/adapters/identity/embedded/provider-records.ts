import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Adapter, AdapterPayload } from "oidc-provider";
import type { Db } from "../../../platform/db/db.ts";
import { identityProviderRecords as records } from "../identity-provider-records.table.ts";

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
