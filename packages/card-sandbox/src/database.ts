import type { DatabasePool, Db } from "./transaction.ts";

/**
 * Schema versions, each applied once and in this order. Never change a released version; add the next one.
 * Money has its own columns; everything else is stored as the document Stripe would return.
 */
const SCHEMA_VERSIONS: readonly string[] = [
  `
  create table card_sandbox.documents (
    seq bigserial not null unique,
    id text primary key,
    kind text not null,
    account text not null,
    created bigint not null,
    body jsonb not null,
    facts jsonb not null default '{}'
  );
  create index documents_of_kind on card_sandbox.documents (kind, account, seq);
  create index documents_of_customer on card_sandbox.documents ((body->>'customer'));
  create index documents_of_intent on card_sandbox.documents ((body->>'payment_intent'));
  create index documents_of_charge on card_sandbox.documents ((body->>'charge'));
  create index documents_of_group on card_sandbox.documents ((body->>'transfer_group'));
  create index documents_of_transfer on card_sandbox.documents ((body->>'transfer'));

  create table card_sandbox.balance_transactions (
    seq bigserial not null unique,
    id text primary key,
    account text not null,
    type text not null,
    reporting_category text not null,
    amount bigint not null,
    fee bigint not null check (fee >= 0),
    net bigint not null check (net = amount - fee),
    source text not null,
    description text,
    created bigint not null,
    available_on bigint not null
  );
  create index balance_transactions_of_account on card_sandbox.balance_transactions (account, seq);
  create index balance_transactions_of_source on card_sandbox.balance_transactions (source);

  create table card_sandbox.events (
    seq bigserial not null unique,
    id text primary key,
    account text not null,
    type text not null,
    created bigint not null,
    body jsonb not null
  );
  create index events_of_account on card_sandbox.events (account, seq);

  create table card_sandbox.deliveries (
    id bigserial primary key,
    event_id text not null references card_sandbox.events (id),
    is_double boolean not null,
    state text not null check (state in ('pending', 'delivered', 'failed', 'dropped')),
    attempts integer not null default 0,
    place double precision not null,
    due_at timestamptz not null,
    last_status integer,
    last_error text
  );
  create index deliveries_due on card_sandbox.deliveries (due_at) where state = 'pending';
  create index deliveries_of_event on card_sandbox.deliveries (event_id);

  create table card_sandbox.idempotent_answers (
    account text not null,
    key text not null,
    fingerprint text not null,
    status integer not null,
    body json not null,
    request_id text not null,
    created bigint not null,
    primary key (account, key)
  );
  create index idempotent_answers_by_age on card_sandbox.idempotent_answers (created);

  create table card_sandbox.timers (
    id bigserial primary key,
    due bigint not null,
    kind text not null,
    account text not null,
    subject text not null
  );
  create index timers_due on card_sandbox.timers (due, id);

  create table card_sandbox.faults (
    id bigserial primary key,
    kind text not null,
    method text,
    path text,
    event_type text,
    milliseconds integer not null,
    remaining integer not null check (remaining >= 0)
  );
  `,
  `
  -- The webhook endpoint it goes to; null for the address the sandbox was started with.
  alter table card_sandbox.deliveries add column endpoint text;
  create index refunds_waiting on card_sandbox.documents (account)
    where kind = 'refund' and body->>'pending_reason' = 'insufficient_funds';
  create table card_sandbox.clock (
    id integer primary key check (id = 1),
    offset_seconds bigint not null check (offset_seconds >= 0)
  );
  `,
];

/** Any number, as long as every process that may set up this schema uses the same. */
const SET_UP_LOCK = 7_204_118_356;

/** Migrates the schema; can be run repeatedly and by several processes at once. */
export async function setUpSchema(pool: DatabasePool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [SET_UP_LOCK]);
    await applyVersions(client);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [SET_UP_LOCK]).finally(() => client.release());
  }
}

async function applyVersions(client: Db): Promise<void> {
  await client.query(`
    create schema if not exists card_sandbox;
    create table if not exists card_sandbox.versions (version integer primary key);`);
  const { rows } = await client.query<{ version: number }>("select version from card_sandbox.versions");
  const applied = new Set(rows.map(({ version }) => version));
  for (const [version, statements] of SCHEMA_VERSIONS.entries()) {
    if (applied.has(version)) continue;
    // Several statements in one query run in one transaction.
    await client.query(`${statements}; insert into card_sandbox.versions values (${version});`);
  }
}
