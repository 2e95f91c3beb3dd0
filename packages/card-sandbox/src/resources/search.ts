import { call } from "../http/call.ts";
import { integer, required, text } from "../http/fields.ts";
import { page } from "../http/lists.ts";
import { invalid } from "../http/refusals.ts";
import type { Documents } from "../store.ts";

const CLAUSE = /^(?:metadata\[(['"])([^'"]{1,40})\1\]|(status|customer|currency)):(['"])([^'"]*)\4$/;

/** Supports only exact matches joined by AND, the part of Stripe's query language that finds a record by its data. */
function conditionsFrom(query: string): [string, unknown][] {
  return query.split(/\s+AND\s+/).map((clause): [string, unknown] => {
    const match = CLAUSE.exec(clause.trim());
    if (!match) throw invalid(`Could not parse the query: ${clause}`, { param: "query" });
    const [, , key, property, , value] = match;
    if (key === undefined) return [`body->>'${property}' = $`, value];
    return ["body->'metadata' @> $::jsonb", JSON.stringify({ [key]: value })];
  });
}

const search = (kind: "charge" | "customer" | "payment_intent", path: string) =>
  call({
    method: "GET",
    path: `${path}/search`,
    params: { query: required(text({ longest: 1_000 })), limit: integer({ from: 1, to: 100 }), page: text() },
    async run(context, given) {
      const conditions: [string, unknown][] = [
        ["kind = $", kind],
        ["account = $", context.account],
        ...conditionsFrom(given.query),
      ];
      const paging = { limit: given.limit, starting_after: given.page };
      const { rows, has_more } = await page<{ id: string; body: Documents[typeof kind] }>(
        context,
        { from: "card_sandbox.documents", conditions },
        paging,
      );
      return {
        object: "search_result",
        url: `${path}/search`,
        has_more,
        next_page: has_more ? (rows.at(-1)?.id ?? null) : null,
        data: rows.map(({ body }) => body),
      };
    },
  });

export const searchCalls = [
  search("charge", "/v1/charges"),
  search("customer", "/v1/customers"),
  search("payment_intent", "/v1/payment_intents"),
];
