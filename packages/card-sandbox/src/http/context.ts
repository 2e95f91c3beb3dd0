import type { Db } from "../database/transaction.ts";
import type { Settings } from "../settings.ts";

/** The platform itself; any other account is a connected one. */
export const PLATFORM = "";

/** What every call and every timer works with. */
export type Context = {
  /** The transaction in which everything happens. */
  db: Db;
  /** Seconds, by the product's clock. */
  now: number;
  account: string;
  /** Whether the caller holds the secret key; browsers do not. */
  isServer: boolean;
  settings: Settings;
  request: { id: string | null; idempotencyKey: string | null };
};
