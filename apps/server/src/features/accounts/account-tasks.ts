import { platformSettings as settingsSchema } from "@nexby/contract/admin/settings";
import { inArray, sql } from "drizzle-orm";
import { users } from "../../schema/accounts.ts";
import { platformSettings } from "../../schema/content.ts";
import type { TaskSource } from "../tasks/public.ts";
import { presentAccount } from "./accounts.presenter.ts";

const DEFAULT_HOURS = settingsSchema.parse({}).accountReviewHours;

/** The setting "Hours to review", which new users are told. */
const reviewHours = sql`coalesce((select (value #>> '{}')::int from ${platformSettings}
  where key = 'accountReviewHours' and jsonb_typeof(value) = 'number'), ${DEFAULT_HOURS})`;

/** As `waitsForReviewSince` of the domain says it. */
const waitsSince = sql`greatest(${users.createdAt}, ${users.emailVerifiedAt}, ${users.phoneVerifiedAt})`;

/** Accounts whose owner has verified everything and waits for an approval. The first conditions are those of the index. */
export const ACCOUNT_TASKS: { account_approval: TaskSource<"account_approval"> } = {
  account_approval: {
    open: (db) =>
      db
        .select({ id: users.id, since: waitsSince, due: sql`${waitsSince} + ${reviewHours} * interval '1 hour'` })
        .from(users)
        .where(
          sql`not ${users.isApproved} and not ${users.isAdmin} and ${users.suspendedAt} is null
            and ${users.emailVerifiedAt} is not null
            and ${users.phoneNumber} is not null and ${users.phoneVerifiedAt} is not null`,
        ),
    show: async (db, ids, admin) => {
      const rows = await db
        .select()
        .from(users)
        .where(inArray(users.id, [...ids]));
      return rows.map((user) => {
        const details = presentAccount(admin)(user);
        const { id, firstName, lastName, email } = user;
        return {
          id,
          subject: { id, firstName, lastName },
          moneyAtStakeCents: null,
          link: `/admin?status=all&search=${encodeURIComponent(email)}`,
          decisions: details.allowedActions.filter((action) => action !== "reinstate"),
          noDecision: null,
          details,
        };
      });
    },
  },
};
