import { createHmac, generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { and, eq } from "drizzle-orm";
import type { JWK } from "oidc-provider";
import type { Db } from "../../../platform/db/db.ts";
import { identityProviderRecords as records } from "../identity-provider-records.table.ts";

const KEY = { model: "SigningKey", id: "first" } as const;

/** Made by the first process that needs it; from then on everybody signs with the one that is stored. */
export async function getSigningKey(db: Db): Promise<JWK> {
  const known = await findSigningKey(db);
  if (known) return known;
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const payload = privateKey.export({ format: "jwk" });
  await db
    .insert(records)
    .values({ ...KEY, payload })
    .onConflictDoNothing();
  const stored = await findSigningKey(db);
  if (!stored) throw new Error("The identity provider's key could not be kept");
  return stored;
}

async function findSigningKey(db: Db): Promise<JWK | undefined> {
  const [row] = await db
    .select({ payload: records.payload })
    .from(records)
    .where(and(eq(records.model, KEY.model), eq(records.id, KEY.id)));
  return row?.payload as JWK | undefined;
}

/** A secret for one use, from the one that is set. */
export const deriveSecret = (secret: string, use: string): string =>
  createHmac("sha256", secret).update(`identity provider: ${use}`).digest("base64url");
