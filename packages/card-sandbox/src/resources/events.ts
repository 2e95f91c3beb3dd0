import type Stripe from "stripe";
import type { EventBody } from "../events/emit.ts";
import { type Context, call, named } from "../http/call.ts";
import { flag, listOf, text } from "../http/fields.ts";
import { PAGING_BY_DATE, page } from "../http/lists.ts";
import { invalid, noSuch } from "../http/refusals.ts";

const RETENTION_SECONDS = 30 * 86_400;

/** Counts each event's deliveries that have not arrived. */
async function countOpen({ db }: Context, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ event_id: string; open: string }>(
    `select event_id, count(*) as open from card_sandbox.deliveries
     where event_id = any($1) and state <> 'delivered' group by event_id`,
    [ids],
  );
  return new Map(rows.map((row) => [row.event_id, Number(row.open)]));
}

async function withOpenDeliveries(context: Context, bodies: readonly EventBody[]) {
  const open = await countOpen(
    context,
    bodies.map(({ id }) => id),
  );
  return bodies.map((body) => ({ ...body, pending_webhooks: open.get(body.id) ?? 0 }));
}

const retrieve = call({
  method: "GET",
  path: "/v1/events/:id",
  params: {},
  async run(context, _given, { id }) {
    const { rows } = await context.db.query<{ body: EventBody }>(
      "select body from card_sandbox.events where id = $1 and account = $2 and created > $3",
      [id, context.account, context.now - RETENTION_SECONDS],
    );
    const [event] = await withOpenDeliveries(
      context,
      rows.map(({ body }) => body),
    );
    if (!event) throw noSuch("event", id);
    return event;
  },
});

const DELIVERED =
  "not exists (select 1 from card_sandbox.deliveries where event_id = events.id and state <> 'delivered') = $";

const list = call({
  method: "GET",
  path: "/v1/events",
  params: named<Stripe.EventListParams>()({
    ...PAGING_BY_DATE,
    delivery_success: flag(),
    type: text(),
    types: listOf(text(), { most: 20 }),
  }),
  async run(context, { delivery_success: isDelivered, type, types, ...paging }) {
    if (type !== undefined && types) throw invalid("You may only specify one of these parameters: type, types.");
    const { rows, has_more } = await page<{ body: EventBody }>(
      context,
      {
        from: "card_sandbox.events",
        conditions: [
          ["account = $", context.account],
          ["created > $", context.now - RETENTION_SECONDS],
          ["type like $", type?.replaceAll(/[\\%_]/g, "\\$&").replaceAll("*", "%")],
          ["type = any($)", types],
          [DELIVERED, isDelivered],
        ],
      },
      paging,
    );
    const data = await withOpenDeliveries(
      context,
      rows.map(({ body }) => body),
    );
    return { object: "list", url: "/v1/events", has_more, data };
  },
});

export const eventCalls = [retrieve, list];
