import type { Db } from "../transaction.ts";

const POSTED = "coalesce((select sum(amount) from card_sandbox.balance_transactions where source = d.id), 0)";
const FEES = "coalesce((select sum(fee) from card_sandbox.balance_transactions where source = d.id), 0)";
const NUMBER = (name: string) => `(d.body->>'${name}')::bigint`;

/** Captured asynchronously, and its settlement timer has not run yet. */
const IS_SETTLING = "exists (select 1 from card_sandbox.timers where kind = 'settlement' and subject = d.id)";

/** `broken` matches documents that violate the rule; `d` is the document. */
const RULES: Record<string, { kind: string; broken: string }> = {
  "a card charge posted what it captured": {
    kind: "charge",
    broken: `d.facts->>'card' is not null and ${POSTED} <>
      case when ${IS_SETTLING} then 0 else ${NUMBER("amount_captured")} end`,
  },
  "a card charge cost 2.9% and 30 cents": {
    kind: "charge",
    broken: `d.facts->>'card' is not null and (d.body->>'captured')::boolean and not ${IS_SETTLING}
      and ${FEES} <> floor((${NUMBER("amount_captured")} * 29 + 500) / 1000) + 30`,
  },
  "a charge counts its refunds": {
    kind: "charge",
    broken: `d.facts->>'card' is not null and ${NUMBER("amount_refunded")} <> coalesce((
      select sum((r.body->>'amount')::bigint) from card_sandbox.documents r
      where r.kind = 'refund' and r.body->>'charge' = d.id and r.body->>'status' <> 'failed'), 0)`,
  },
  "a charge is never refunded beyond its amount": {
    kind: "charge",
    broken: `${NUMBER("amount_refunded")} > ${NUMBER("amount")} or ${NUMBER("amount_refunded")} < 0`,
  },
  "an intent received what its charge captured": {
    kind: "payment_intent",
    broken: `${NUMBER("amount_received")} <> coalesce((
      select sum((c.body->>'amount_captured')::bigint) from card_sandbox.documents c
      where c.kind = 'charge' and c.body->>'payment_intent' = d.id), 0)`,
  },
  "an intent holds its amount only while it can be captured": {
    kind: "payment_intent",
    broken: `${NUMBER("amount_capturable")} <>
      case when d.body->>'status' = 'requires_capture' then ${NUMBER("amount")} else 0 end`,
  },
  "a refund posted its amount unless it only released a hold or failed": {
    kind: "refund",
    broken: `${POSTED} <> case
      when d.body->>'balance_transaction' is null or d.body->>'status' = 'failed' then 0
      else -${NUMBER("amount")} end`,
  },
  "a dispute holds the money until it is won": {
    kind: "dispute",
    broken: `${POSTED} <> case
      when (d.facts->>'isInquiry')::boolean or d.body->>'status' = 'won' then 0 else -${NUMBER("amount")} end`,
  },
  "a transfer left the platform": { kind: "transfer", broken: `${POSTED} <> -${NUMBER("amount")}` },
  "a transfer arrived at its destination": {
    kind: "transfer",
    broken: `${NUMBER("amount")} <> coalesce((
      select sum(amount) from card_sandbox.balance_transactions
      where source = d.body->>'destination_payment' and account = d.body->>'destination'), 0)`,
  },
  "a transfer counts its reversals": {
    kind: "transfer",
    broken: `${NUMBER("amount_reversed")} > ${NUMBER("amount")} or ${NUMBER("amount_reversed")} <> coalesce((
      select sum((r.body->>'amount')::bigint) from card_sandbox.documents r
      where r.kind = 'transfer_reversal' and r.body->>'transfer' = d.id), 0)`,
  },
  "a reversal only moves money": { kind: "transfer_reversal", broken: `${POSTED} <> 0` },
  "a payout left unless it failed or was canceled": {
    kind: "payout",
    broken: `${POSTED} <> case when d.body->>'status' in ('failed', 'canceled') then 0 else -${NUMBER("amount")} end`,
  },
};

const ORPHANS = `
  select id from card_sandbox.balance_transactions b
  where not exists (select 1 from card_sandbox.documents where id = b.source)`;

const OVERDRAWN = `
  select account as id from card_sandbox.balance_transactions where account <> '' group by account having sum(net) < 0`;

/** Describes every violation; empty if all is well. */
export async function findInvariantViolations(db: Db): Promise<string[]> {
  const broken: string[] = [];
  const check = async (rule: string, query: string, values: unknown[] = []) => {
    const { rows } = await db.query<{ id: string }>(query, values);
    broken.push(...rows.map(({ id }) => `${rule}: ${id}`));
  };
  for (const [rule, { kind, broken: condition }] of Object.entries(RULES)) {
    await check(rule, `select d.id from card_sandbox.documents d where d.kind = $1 and (${condition})`, [kind]);
  }
  await check("every movement has its reason", ORPHANS);
  await check("no connected account is overdrawn", OVERDRAWN);
  return broken;
}
