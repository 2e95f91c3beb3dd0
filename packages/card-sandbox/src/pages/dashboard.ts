import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type Stripe from "stripe";
import { runDueTimers } from "../advance.ts";
import { resendEvent } from "../events/deliver.ts";
import type { EventBody } from "../events/emit.ts";
import { type Context, PLATFORM } from "../http/call.ts";
import { moveClockBy } from "../http/clock.ts";
import { parseForm } from "../http/fields.ts";
import type { Deps } from "../http/mount-calls.ts";
import { dollars, Refusal } from "../http/refusals.ts";
import { balanceOf } from "../money/balance-transactions.ts";
import { closeDispute, openDispute } from "../payments/disputes.ts";
import { idOf } from "../payments/payment-methods.ts";
import { addFault } from "../settings.ts";
import { type Documents, get, type Kind } from "../store.ts";
import { writing } from "../transaction.ts";
import { escapeHtml, sendPage } from "./html.ts";
import { pageContext } from "./pages.ts";

const ROWS = 20;
const HOUR = 3_600;
const STEPS: Record<string, number> = {
  "1 hour": HOUR,
  "1 day": 24 * HOUR,
  "3 days": 72 * HOUR,
  "7 days": 168 * HOUR,
  "30 days": 720 * HOUR,
};

type Row<K extends Kind> = { account: string; body: Documents[K] };

async function newest<K extends Kind>({ db }: Context, kind: K): Promise<Row<K>[]> {
  const { rows } = await db.query<Row<K>>(
    `select account, body from card_sandbox.documents where kind = $1 order by seq desc limit ${ROWS}`,
    [kind],
  );
  return rows;
}

const time = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 19).replace("T", " ");

/** Cells are escaped here, except buttons, which are made by `button`. */
type Cell = string | { html: string };

const cell = (value: Cell): string => `<td>${typeof value === "string" ? escapeHtml(value) : value.html}</td>`;

const button = (action: string, label: string, fields: Record<string, string> = {}): string => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="/dashboard/${action}">${inputs.join("")}<button>${label}</button></form>`;
};

function section(title: string, columns: readonly string[], rows: readonly Cell[][]): string {
  const head = columns.map((name) => `<th scope="col">${name}</th>`).join("");
  const body = rows.map((cells) => `<tr>${cells.map(cell).join("")}</tr>`).join("\n");
  const table = `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
  return `<section><h2>${title}</h2>${rows.length > 0 ? table : "<p>Nothing yet.</p>"}</section>`;
}

function controls(context: Context): string {
  const options = Object.keys(STEPS).map((step) => `<option>${step}</option>`);
  const clock = context.settings.hasOwnClock
    ? `<form method="post" action="/dashboard/clock"><label>Move the clock forward by
<select name="step">${options.join("")}</select></label> <button>Advance the clock</button></form>`
    : "<p>The product that started this sandbox controls the clock.</p>";
  return `<section><h2>Clock and cards</h2><p>It is ${time(context.now)} UTC.</p>${clock}
${button("decline", "Decline the next charge")}</section>`;
}

async function balances(context: Context): Promise<string> {
  const accounts = (await newest(context, "account")).map(({ body }) => body);
  const named = [{ id: PLATFORM, name: "Platform" }, ...accounts.map(({ id, email }) => ({ id, name: email ?? id }))];
  const rows: Cell[][] = [];
  for (const { id, name } of named) {
    const { available, pending } = await balanceOf(context, id);
    rows.push([name, id, dollars(available), dollars(pending)]);
  }
  return section("Balances", ["Account", "Id", "Available", "Pending"], rows);
}

async function payments(context: Context): Promise<string> {
  const disputed = new Set((await newest(context, "dispute")).map(({ body }) => idOf(body.payment_intent)));
  const rows = (await newest(context, "payment_intent")).map(({ account, body }): Cell[] => {
    const charge = idOf(body.latest_charge);
    const canDispute = charge !== null && body.status === "succeeded" && !disputed.has(body.id);
    const problem = body.last_payment_error?.decline_code ?? "";
    const act = canDispute ? button("dispute", "Dispute", { charge, account }) : "";
    return [
      time(body.created),
      body.id,
      dollars(body.amount),
      body.status,
      problem,
      idOf(body.customer) ?? "",
      { html: act },
    ];
  });
  return section("Payments", ["Created", "Id", "Amount", "Status", "Declined", "Customer", ""], rows);
}

async function disputes(context: Context): Promise<string> {
  const rows = (await newest(context, "dispute")).map(({ account, body }): Cell[] => {
    const isOpen = /needs_response|under_review/.test(body.status);
    const close = (label: string, verdict: string) => button("verdict", label, { dispute: body.id, account, verdict });
    const act = isOpen ? close("Mark as won", "won") + close("Mark as lost", "lost") : "";
    return [time(body.created), body.id, dollars(body.amount), body.reason, body.status, { html: act }];
  });
  return section("Disputes", ["Created", "Id", "Amount", "Reason", "Status", ""], rows);
}

async function customers(context: Context): Promise<string> {
  const rows = (await newest(context, "customer")).map(({ body }): Cell[] => {
    if (body.deleted) return [body.id, "deleted", "", ""];
    const { id, name, email, created }: Stripe.Customer = body;
    return [id, name ?? "", email ?? "", time(created)];
  });
  return section("Customers", ["Id", "Name", "Email", "Created"], rows);
}

async function events(context: Context): Promise<string> {
  const { rows } = await context.db.query<{ body: EventBody; states: string | null }>(
    `select body, (select string_agg(state, ', ' order by id) from card_sandbox.deliveries where event_id = e.id) as states
     from card_sandbox.events e order by seq desc limit ${ROWS}`,
    [],
  );
  const cells = rows.map(({ body, states }): Cell[] => {
    const replay = states === null ? "" : button("replay", "Replay", { event: body.id });
    return [time(body.created), body.type, body.id, states ?? "none", { html: replay }];
  });
  return section("Events", ["Created", "Type", "Id", "Webhooks", ""], cells);
}

type Form = (name: string) => string;

const ACTIONS: Record<string, (context: Context, field: Form) => Promise<unknown>> = {
  clock: async (context, field) => {
    const seconds = STEPS[field("step")];
    if (seconds !== undefined && context.settings.hasOwnClock) await moveClockBy(context, seconds);
  },
  decline: ({ db }) => addFault(db, { kind: "decline" }),
  dispute: (context, field) => openDispute({ ...context, account: field("account") }, field("charge")),
  replay: ({ db }, field) => resendEvent(db, field("event")),
  verdict: async (context, field) => {
    const own = { ...context, account: field("account") };
    const verdict = field("verdict") === "won" ? "won" : "lost";
    await closeDispute(own, await get(own, "dispute", field("dispute")), verdict);
  },
};

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** The page has no key, so another site must not reach it through its visitor's browser, by any name of its own. */
function isForeign({ headers, method }: FastifyRequest, { settings }: Deps): boolean {
  const host = headers.host ?? "";
  const url = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null;
  const known = [...LOOPBACK, new URL(settings().pageOrigin).hostname];
  if (!url || !known.includes(url.hostname)) return true;
  return method === "POST" && headers.origin !== undefined && headers.origin !== `http://${host}`;
}

const refuse = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, 403, { title: "Page not available", body: "<p>Open this page at the sandbox’s own address.</p>" });

/** A page to look at the sandbox and to play the bank. */
export function mountDashboard(app: FastifyInstance, deps: Deps): void {
  app.get("/", async (request, reply) => {
    if (isForeign(request, deps)) return refuse(reply);
    const context = await pageContext(deps);
    await runDueTimers(deps.pool, context);
    const parts = [payments, disputes, balances, customers, events];
    const sections = [controls(context)];
    for (const part of parts) sections.push(await part(context));
    return sendPage(reply, 200, { title: "Card sandbox", isWide: true, body: sections.join("\n") });
  });

  app.post<{ Params: { action: string } }>("/dashboard/:action", async (request, reply) => {
    if (isForeign(request, deps)) return refuse(reply);
    const form = parseForm(String(request.body ?? ""));
    const field: Form = (name) => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    };
    const act = Object.hasOwn(ACTIONS, request.params.action) ? ACTIONS[request.params.action] : undefined;
    if (!act) return sendPage(reply, 404, { title: "Unknown action", body: "<p>Go back to the dashboard.</p>" });
    const context = await pageContext(deps);
    try {
      await writing(deps.pool, (db) => act({ ...context, db }, field));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const body = `<p>${escapeHtml(error.message)}</p><p><a href="/">Back</a></p>`;
      return sendPage(reply, error.status, { title: "That didn’t work", body });
    }
    return reply.redirect("/", 303);
  });
}
