import { integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "../../platform/db/columns.ts";
import { users } from "../accounts/users.table.ts";

/** Who a person is at the provider. A row is there before the provider is asked for one; cards are kept over there. */
export const paymentCustomers = pgTable(
  "payment_customers",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Null until the provider has answered. */
    providerId: text(),
    /** Part of the key: a new one when the provider keeps an error under the old. */
    attempt: integer().notNull().default(1),
    /** What the provider is told, so that another try says the same under the same key. */
    email: text().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("payment_customers_provider_id_unique").on(table.providerId)],
);
