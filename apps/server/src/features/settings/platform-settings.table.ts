import { jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "../../platform/db/columns.ts";

/** What administrators have decided otherwise than the defaults, which are in the contract. */
export const platformSettings = pgTable("platform_settings", {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedBy: uuid(),
  updatedAt: createdAt(),
});
