import { sql } from "drizzle-orm";
import { newId } from "../../platform/ids.ts";
import type { MoneyUnderTest } from "./payments-under-test.ts";

/** An owner's account that still has to complete onboarding before it can be paid. */
export async function openPayoutAccount({ db, payments }: MoneyUnderTest, userId: string): Promise<string> {
  const person = { email: `${userId}@nexby.example`, firstName: "Robin", lastName: "Vale" };
  const { id: accountId } = await payments.createAccount({ key: newId(), personId: userId, ...person });
  await db.execute(sql`
    insert into payout_accounts (id, user_id, provider_id, email, first_name, last_name)
    values (${newId()}, ${userId}, ${accountId}, ${person.email}, ${person.firstName}, ${person.lastName})`);
  return accountId;
}
