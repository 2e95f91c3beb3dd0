import { sql } from "drizzle-orm";
import { newId } from "../../platform/ids.ts";
import type { MoneyUnderTest } from "./payments-under-test.ts";

/** An owner's account at the provider, as we know it; nobody can be paid to it before it is onboarded there. */
export async function openPayoutAccount({ db, payments }: MoneyUnderTest, userId: string): Promise<string> {
  const who = { email: `${userId}@nexby.example`, firstName: "Robin", lastName: "Vale" };
  const { id: accountId } = await payments.createAccount({ key: newId(), personId: userId, ...who });
  await db.execute(sql`
    insert into payout_accounts (id, user_id, provider_id, email, first_name, last_name)
    values (${newId()}, ${userId}, ${accountId}, ${who.email}, ${who.firstName}, ${who.lastName})`);
  return accountId;
}
