import { TERMINAL_STATUSES } from "@nexby/domain/bookings/statuses";
import { DAMAGE_CLAIM_STATUSES, isDamageClaimFinal } from "@nexby/domain/damage/damage-claim-statuses";
import { isLateFeeFinal, LATE_FEE_STATUSES } from "@nexby/domain/late-fees/late-fee-statuses";
import { conversationStatus, type OpenMatter } from "@nexby/domain/messaging/conversations";
import { and, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { conversationMembers, conversations } from "../../schema/messaging.ts";
import { listMembers, lockConversation } from "./append-message.ts";

type Value = SQLWrapper | string;

const between = (one: Value, other: Value) =>
  sql`(pair.renter_id, pair.owner_id) in ((${one}, ${other}), (${other}, ${one}))`;

/**
 * Whether one of two people blocked the other, or our team stopped a conversation of theirs. False for visitors, whose id
 * is null.
 */
export const isPairBlocked = (one: Value, other: Value): SQL<boolean> =>
  sql`exists (select from conversations pair where pair.status = 'blocked' and ${between(one, other)})`;

export async function arePeopleBlocked(db: Db, one: string, other: string): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select ${isPairBlocked(one, other)} as found`);
  return rows[0]?.found === true;
}

/** Whether the first person blocked the second one, in any of their conversations. */
export const hasBlocked = (blocker: Value, blocked: Value): SQL<boolean> => sql`exists (
  select from conversations pair join conversation_members blocking on blocking.conversation_id = pair.id
  where pair.status = 'blocked' and ${between(blocker, blocked)}
    and blocking.user_id = ${blocker} and blocking.is_blocked)`;

const OPEN_FEES = LATE_FEE_STATUSES.filter((status) => !isLateFeeFinal(status));
const OPEN_CLAIMS = DAMAGE_CLAIM_STATUSES.filter((status) => !isDamageClaimFinal(status));

/**
 * What is open between two people, about any item; null if nothing is. Requests that weren't sent to the owner don't
 * count: a renter could otherwise prevent a block by starting checkouts.
 */
export const openMatterOf = (one: Value, other: Value): SQL<OpenMatter | null> => sql`(
  select matter from (
    select case
      when pair.status not in ${TERMINAL_STATUSES} then 'booking'
      when fee.status in ${OPEN_FEES} then 'late_fee'
      when claim.status in ${OPEN_CLAIMS} then 'damage_claim'
      when pair.has_chargeback then 'chargeback'
    end as matter
    from bookings pair
    left join late_fees fee on fee.booking_id = pair.id
    left join damage_claims claim on claim.booking_id = pair.id and claim.status <> 'withdrawn'
    where ${between(one, other)} and (pair.status <> 'pending' or pair.owner_decision_deadline is not null)
  ) matters where matter is not null order by matter limit 1)`;

/** A block and a request between two people wait for each other. Lock bookings before and conversations after it. */
export async function lockPeople(tx: Db, ...people: [string, string]): Promise<void> {
  const key = `people ${people.sort().join(" ")}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

const REFUSALS: Record<OpenMatter, string> = {
  booking: "You can block this person when your booking with them is over. Report a problem instead.",
  late_fee: "You can block this person when the late fee between you is settled. Report a problem instead.",
  damage_claim: "You can block this person when the damage claim between you is settled. Report a problem instead.",
  chargeback: "You can block this person when the bank has decided the disputed payment. Report a problem instead.",
};

export const blockRefusalOf = (matter: OpenMatter | null): string | null => matter && REFUSALS[matter];

type Blocking = {
  conversation: { id: string };
  member: { userId: string };
  other: { id: string };
  openMatter: OpenMatter | null;
};

/** A block is set in one conversation and holds in all. Undoing it undoes it wherever it was set. */
export async function changeBlock(
  tx: Db,
  { conversation, member, other, openMatter }: Blocking,
  isBlocked: boolean,
): Promise<void> {
  const refusal = isBlocked ? blockRefusalOf(openMatter) : null;
  if (refusal !== null) throw new AppError("action_not_allowed", refusal);
  const ofPair = sql`${conversationMembers.conversationId} in (
    select pair.id from conversations pair where ${between(member.userId, other.id)})`;
  const changed = await tx
    .update(conversationMembers)
    .set({ isBlocked })
    .where(
      and(
        eq(conversationMembers.userId, member.userId),
        isBlocked ? eq(conversationMembers.conversationId, conversation.id) : ofPair,
        eq(conversationMembers.isBlocked, !isBlocked),
      ),
    )
    .returning({ id: conversationMembers.conversationId });
  for (const { id } of changed) await refreshStatus(tx, id);
}

/** After a change of a member's marks. */
export async function refreshStatus(tx: Db, conversationId: string): Promise<void> {
  const conversation = await lockConversation(tx, conversationId);
  if (!conversation) return;
  const status = conversationStatus(await listMembers(tx, conversationId), conversation.stoppedAt !== null);
  await tx.update(conversations).set({ status }).where(eq(conversations.id, conversationId));
}

/** Every conversation of two people, whose open pages show whether a person can write. */
export async function listConversationsOfPair(db: Db, one: string, other: string): Promise<string[]> {
  const people = [one, other];
  const rows = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(inArray(conversations.renterId, people), inArray(conversations.ownerId, people)));
  return rows.map(({ id }) => id);
}
