import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../../platform/db/columns.ts";

/** Visits to the identity provider that are under way. Real time; taken out when the browser comes back. */
export const signInFlows = pgTable(
  "sign_in_flows",
  {
    stateHash: text().primaryKey(),
    /** Of a cookie: only the browser that left may come back. */
    browserHash: text().notNull(),
    nonce: text().notNull(),
    codeVerifier: text().notNull(),
    returnTo: text().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [index("sign_in_flows_by_age").on(table.createdAt)],
);
