import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";

type Asked = { payerId: string; ownerId: string; cardFingerprint: string | null; since: Date };

export type PayerRecord = {
  /** Cards refused since then, over all their payments. */
  failedTries: number;
  chargebacks: number;
  chargebacksLost: number;
  /** A bank called a payment of theirs fraud, or one with this card. */
  hasFraudWarning: boolean;
  isCardOfSuspended: boolean;
  isCardOfOwner: boolean;
};

type Row = {
  failed: number;
  chargebacks: number;
  lost: number;
  warned: boolean;
  of_suspended: boolean;
  of_owner: boolean;
};

/** What payments tell of somebody who pays an owner with a card. */
export async function findPayerRecord(db: Db, asked: Asked): Promise<PayerRecord> {
  const { payerId, ownerId, cardFingerprint, since } = asked;
  const { rows } = await db.execute<Row>(sql`
    with own as (
      select id, failed_tries, last_failed_at, fraud_warned_at from payments where payer_id = ${payerId}
    ), same_card as (
      select payments.payer_id, payments.fraud_warned_at, users.suspended_at
      from payments join users on users.id = payments.payer_id
      where payments.card_fingerprint = ${cardFingerprint} and payments.payer_id <> ${payerId}
    ), claims as (
      select chargebacks.status from chargebacks join own on own.id = chargebacks.payment_id
      where not chargebacks.is_inquiry
    )
    select
      (select coalesce(sum(failed_tries), 0)::int from own where last_failed_at > ${since.toISOString()}::timestamptz) as failed,
      (select count(*)::int from claims) as chargebacks,
      (select count(*)::int from claims where status = 'lost') as lost,
      exists (select 1 from own where fraud_warned_at is not null)
        or exists (select 1 from same_card where fraud_warned_at is not null) as warned,
      exists (select 1 from same_card where suspended_at is not null) as of_suspended,
      exists (select 1 from same_card where payer_id = ${ownerId}) as of_owner`);
  const [row] = rows;
  if (!row) throw new Error("The database counted nothing");
  return {
    failedTries: row.failed,
    chargebacks: row.chargebacks,
    chargebacksLost: row.lost,
    hasFraudWarning: row.warned,
    isCardOfSuspended: row.of_suspended,
    isCardOfOwner: row.of_owner,
  };
}
