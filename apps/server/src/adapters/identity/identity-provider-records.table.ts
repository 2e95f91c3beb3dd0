import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/columns.ts";

/** What the demo's own identity provider remembers: sessions, grants, codes. Real time. */
export const identityProviderRecords = pgTable(
  "identity_provider_records",
  {
    model: text().notNull(),
    id: text().notNull(),
    payload: jsonb().notNull(),
    grantId: text(),
    uid: text(),
    consumedAt: instant(),
    expiresAt: instant(),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ name: "identity_provider_records_pkey", columns: [table.model, table.id] }),
    index("identity_provider_records_of_grant").on(table.grantId),
    index("identity_provider_records_by_uid").on(table.uid),
    index("identity_provider_records_by_end").on(table.expiresAt),
  ],
);
