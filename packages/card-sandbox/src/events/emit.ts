import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { type Context, PLATFORM } from "../http/call.ts";
import { newId } from "../store.ts";

export const API_VERSION = "2026-10-28.endive";

/** The versions whose objects look as here. Releases of one name only add to each other. */
export const API_VERSIONS: readonly string[] = ["2026-09-30.endive", API_VERSION];

type EventType = Stripe.Event["type"];

/** The type of `data.object` in events of this type. */
type Subject<T extends EventType> = Extract<Stripe.Event, { type: T }>["data"]["object"];

/** The event as stored; `pending_webhooks` is added when it is read or sent. */
export type EventBody = {
  id: string;
  object: "event";
  account?: string;
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
};

/** Records the event and its deliveries in the same transaction as the change itself. */
export async function emit<T extends EventType>(
  context: Context,
  type: T,
  subject: Subject<T>,
  previous?: Partial<Subject<T>>,
): Promise<void> {
  const { db, account, now, request } = context;
  const body: EventBody = {
    id: newId("evt"),
    object: "event",
    ...(account !== PLATFORM && { account }),
    api_version: API_VERSION,
    created: now,
    data: { object: subject, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    request: { id: request.id, idempotency_key: request.idempotencyKey },
    type,
  };
  const { rows } = await db.query<{ seq: string }>(
    "insert into card_sandbox.events (id, account, type, created, body) values ($1, $2, $3, $4, $5) returning seq",
    [body.id, account, type, now, JSON.stringify(body)],
  );
  const seq = Number(rows[0]?.seq);
  if (context.settings.hasWebhook) await enqueueDeliveries(context, body.id, seq, null);
  for (const endpoint of await listEndpoints(context, type)) await enqueueDeliveries(context, body.id, seq, endpoint);
}

/** Endpoints for Connect get the events of connected accounts; all others get those of their own account. */
async function listEndpoints({ db, account }: Context, type: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from card_sandbox.documents
     where kind = 'webhook_endpoint' and body->>'status' = 'enabled'
       and (body->'enabled_events' ? $2 or body->'enabled_events' ? '*')
       and case when (facts->>'isConnect')::boolean then account = '' and $1 <> '' else account = $1 end
     order by seq`,
    [account, type],
  );
  return rows.map(({ id }) => id);
}

/** How many places an event may fall behind later ones. */
const WIDEST_SHIFT = 4;

/** A number from 0 to 1 that is always the same for the same seed, place and purpose. */
function chance(seed: number, place: number, purpose: string): number {
  const digest = createHash("sha256").update(`${seed}:${place}:${purpose}`).digest();
  return digest.readUInt32BE(0) / 2 ** 32;
}

/** Sends some events twice or out of order, so that code relying on exactly-once or ordered delivery fails early. */
async function enqueueDeliveries(
  { db, settings }: Pick<Context, "db" | "settings">,
  eventId: string,
  seq: number,
  endpoint: string | null,
): Promise<void> {
  const { seed, doubles, isShuffled } = settings.delivery;
  const copies = chance(seed, seq, "double") < doubles ? 2 : 1;
  for (let copy = 0; copy < copies; copy += 1) {
    const shift = isShuffled ? chance(seed, seq, `shift ${copy}`) * WIDEST_SHIFT : copy / 2;
    await db.query(
      `insert into card_sandbox.deliveries (event_id, is_double, state, place, due_at, endpoint)
       values ($1, $2, 'pending', $3, clock_timestamp(), $4)`,
      [eventId, copy > 0, seq + shift, endpoint],
    );
  }
}
