import { getProfile } from "@nexby/contract/accounts/profile";
import * as contract from "@nexby/contract/money/payouts";
import { sql } from "drizzle-orm";
import { beforeEach, expect } from "vitest";
import { call } from "../../../testing/call.ts";
import { MEMBER_PASSWORD, type Member, useMembers } from "../../../testing/people/members.ts";
import { useOutbox } from "../../../testing/people/outbox.ts";

/** A new owner before each test, with helpers for payout accounts. */
export function usePayouts(onOwner: (owner: Member) => void) {
  const members = useMembers();
  const { database, origin, join } = members;
  const post = useOutbox(database, members.payments);

  let owner: Member;
  beforeEach(async () => {
    owner = await join();
    onOwner(owner);
  });

  const as = ({ headers }: Member, body?: object) => ({ headers, ...(body && { body }) });
  const startOnboarding = async (who = owner) =>
    (await call(origin(), contract.startPayoutOnboarding, as(who))).body.url;
  const stateOf = async (who = owner) => (await call(origin(), contract.getPayoutAccount, as(who))).body;
  const refreshed = async (who = owner) => (await call(origin(), contract.syncPayoutAccount, as(who))).body;
  const isOnboarded = async (who = owner) => (await call(origin(), getProfile, as(who))).body.connectOnboarded;
  const withPassword = (password = MEMBER_PASSWORD) => as(owner, { password });

  const rowsOf = async (who = owner) =>
    (
      await database().db.execute<{ provider_id: string; state: string; in_use: boolean; connect: string | null }>(sql`
        select account.provider_id, account.state, account.replaced_at is null as in_use, users.connect_account_id as connect
        from payout_accounts account join users on users.id = account.user_id
        where user_id = ${who.id} order by account.created_at, account.id`)
    ).rows;
  const accountIdOf = async (who = owner) => (await rowsOf(who)).at(-1)?.provider_id ?? "";
  const auditActionsOf = async (who = owner) =>
    (
      await database().db.execute<{ action: string }>(sql`
        select action from audit_log where entity_type = 'payout_account'
          and entity_id in (select id::text from payout_accounts where user_id = ${who.id}) order by created_at, id`)
    ).rows.map(({ action }) => action);
  const countAtProvider = async () =>
    (
      await database().owner.execute<{ count: number }>(
        sql`select count(*)::int as count from card_sandbox.documents where kind = 'account'`,
      )
    ).rows[0]?.count;

  /** Completes the provider's onboarding page. */
  async function finish(url: string, outcome: string): Promise<string> {
    const response = await fetch(url, { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" });
    expect(response.status).toBe(303);
    return response.headers.get("location") ?? "";
  }
  const subjects = async (who = owner) => (await post.messagesFor(who.email)).map(({ subject }) => subject);

  return {
    ...members,
    post,
    startOnboarding,
    stateOf,
    refreshed,
    isOnboarded,
    withPassword,
    rowsOf,
    accountIdOf,
    auditActionsOf,
    countAtProvider,
    finish,
    subjects,
    as,
  };
}
