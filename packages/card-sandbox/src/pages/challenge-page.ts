import type { FastifyInstance } from "fastify";
import { writing } from "../database/transaction.ts";
import type { Context } from "../http/context.ts";
import { parseForm } from "../http/form.ts";
import type { Deps } from "../http/mount-calls.ts";
import { dollars } from "../http/refusals.ts";
import { concludeChallenge, findChallenge } from "../payments/challenge.ts";
import { sendPage } from "./html.ts";
import { pageContext } from "./page-context.ts";

type Params = { Params: { secret: string } };

const OVER = {
  title: "Nothing to confirm",
  body: "<p>This confirmation is over, or the link is not complete. You can close this window.</p>",
};

/** Where the bank asks whether it is really the cardholder. */
export function mountChallengePage(app: FastifyInstance, deps: Deps): void {
  app.get<Params>("/sandbox/challenge/:secret", async (request, reply) => {
    const challenge = await findChallenge(await pageContext(deps), request.params.secret);
    if (!challenge) return sendPage(reply, 404, OVER);
    const what = challenge.amount === null ? "saving this card" : `a payment of ${dollars(challenge.amount)}`;
    return sendPage(reply, 200, {
      title: "Confirm it is you",
      leadsTo: challenge.returnUrl,
      body: `<p>Your bank asks you to confirm ${what} with the card ending in ${challenge.last4}.</p>
<form method="post">
<button name="outcome" value="complete">Complete authentication</button>
<button name="outcome" value="fail">Fail authentication</button>
</form>`,
    });
  });

  app.post<Params>("/sandbox/challenge/:secret", async (request, reply) => {
    const outcome = parseForm(String(request.body ?? "")).get("outcome");
    const isPassed = outcome === "complete";
    const asked = await pageContext(deps);
    const returnTo = await writing(deps.pool, async (db) => {
      const context: Context = { ...asked, db };
      const challenge = await findChallenge(context, request.params.secret);
      if (!challenge || (!isPassed && outcome !== "fail")) return null;
      return concludeChallenge(context, challenge, isPassed);
    });
    if (returnTo === null) return sendPage(reply, 404, OVER);
    if (returnTo.url !== null) return reply.redirect(returnTo.url, 303);
    const title = returnTo.isSuccess ? "Confirmed" : "Not confirmed";
    return sendPage(reply, 200, { title, body: "<p>You can close this window and go back to the payment.</p>" });
  });
}
