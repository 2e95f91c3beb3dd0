import type { FastifyInstance } from "fastify";
import type { OnboardingOutcome } from "../connect/account-states.ts";
import { concludeOnboarding, findAccountOfLink } from "../connect/onboarding.ts";
import { type Context, PLATFORM } from "../http/call.ts";
import { parseForm } from "../http/fields.ts";
import type { Deps } from "../http/mount-calls.ts";
import { dollars } from "../http/refusals.ts";
import { concludeChallenge, findChallenge } from "../payments/challenge.ts";
import type { AccountLink, Kept } from "../store.ts";
import { writing } from "../transaction.ts";
import { escapeHtml, sendPage } from "./html.ts";

type ChallengeRoute = { Params: { secret: string } };

const NOTHING_TO_CONFIRM = {
  title: "Nothing to confirm",
  body: "<p>This confirmation has expired, or the link is incomplete. You can close this window.</p>",
};

/** The page on which the bank asks the cardholder to authenticate. */
export function mountChallengePage(app: FastifyInstance, deps: Deps): void {
  app.get<ChallengeRoute>("/sandbox/challenge/:secret", async (request, reply) => {
    const challenge = await findChallenge(await pageContext(deps), request.params.secret);
    if (!challenge) return sendPage(reply, 404, NOTHING_TO_CONFIRM);
    const subject = challenge.amount === null ? "saving this card" : `a payment of ${dollars(challenge.amount)}`;
    return sendPage(reply, 200, {
      title: "Confirm it’s you",
      leadsTo: challenge.returnUrl,
      body: `<p>Your bank wants you to confirm ${subject} with the card ending in ${challenge.last4}.</p>
<form method="post">
<button name="outcome" value="complete">Complete authentication</button>
<button name="outcome" value="fail">Fail authentication</button>
</form>`,
    });
  });

  app.post<ChallengeRoute>("/sandbox/challenge/:secret", async (request, reply) => {
    const outcome = parseForm(String(request.body ?? "")).get("outcome");
    const isPassed = outcome === "complete";
    const requestContext = await pageContext(deps);
    const returnTo = await writing(deps.pool, async (db) => {
      const context: Context = { ...requestContext, db };
      const challenge = await findChallenge(context, request.params.secret);
      if (!challenge || (!isPassed && outcome !== "fail")) return null;
      return concludeChallenge(context, challenge, isPassed);
    });
    if (returnTo === null) return sendPage(reply, 404, NOTHING_TO_CONFIRM);
    if (returnTo.url !== null) return reply.redirect(returnTo.url, 303);
    const title = returnTo.isSuccess ? "Confirmed" : "Not confirmed";
    return sendPage(reply, 200, { title, body: "<p>You can close this window and go back to the payment.</p>" });
  });
}

type OnboardingRoute = { Params: { token: string } };

const CHOICES: Record<OnboardingOutcome, string> = {
  complete: "Approved: everything is complete",
  information_missing: "More information needed: a document is missing",
  pending: "Pending: verification takes a while",
  rejected: "Rejected",
};

const UNKNOWN = { title: "This link isn’t valid", body: "<p>Please go back and start the setup again.</p>" };

const isOutcome = (value: unknown): value is OnboardingOutcome =>
  typeof value === "string" && Object.hasOwn(CHOICES, value);

type Visit = { account: Kept<"account">; link: AccountLink; isOpen: boolean };

async function findVisit(context: Context, token: string): Promise<Visit | null> {
  const account = await findAccountOfLink(context, token);
  const link = account?.facts.links[token];
  return account && link ? { account, link, isOpen: !link.isUsed && link.expiresAt > context.now } : null;
}

/** Replaces Stripe's onboarding form for identity and bank details; owners only choose its outcome here. */
export function mountOnboardingPage(app: FastifyInstance, deps: Deps): void {
  app.get<OnboardingRoute>("/sandbox/onboarding/:token", async (request, reply) => {
    const visit = await findVisit(await pageContext(deps), request.params.token);
    if (!visit) return sendPage(reply, 404, UNKNOWN);
    if (!visit.isOpen) return reply.redirect(visit.link.refreshUrl, 303);
    const choices = Object.entries(CHOICES).map(
      ([value, label], index) =>
        `<label><input type="radio" name="outcome" value="${value}"${index === 0 ? " checked" : ""}> ${label}</label>`,
    );
    return sendPage(reply, 200, {
      title: "Set up payouts",
      leadsTo: visit.link.returnUrl,
      body: `<p>For ${escapeHtml(visit.account.body.email ?? visit.account.body.id)}. Choose the result of the onboarding.</p>
<form method="post">
<fieldset><legend>Result</legend>
${choices.join("\n")}
</fieldset>
<button>Continue</button>
</form>
<p><a href="${escapeHtml(visit.link.returnUrl)}">Leave without finishing</a></p>`,
    });
  });

  app.post<OnboardingRoute>("/sandbox/onboarding/:token", async (request, reply) => {
    const outcome = parseForm(String(request.body ?? "")).get("outcome");
    const requestContext = await pageContext(deps);
    const { token } = request.params;
    const leadsTo = await writing(deps.pool, async (db) => {
      const context: Context = { ...requestContext, db };
      const visit = await findVisit(context, token);
      if (!visit) return null;
      const { account, link } = visit;
      if (!visit.isOpen || !isOutcome(outcome)) return link.refreshUrl;
      const links = { ...account.facts.links, [token]: { ...link, isUsed: true } };
      await concludeOnboarding(context, { body: account.body, facts: { ...account.facts, links } }, outcome);
      return link.returnUrl;
    });
    return leadsTo === null ? sendPage(reply, 404, UNKNOWN) : reply.redirect(leadsTo, 303);
  });

  app.get("/sandbox/express/:id", (_request, reply) =>
    sendPage(reply, 200, {
      title: "Payout account",
      body: "<p>On Stripe, owners would see their payouts and change their bank account here.</p>",
    }),
  );
}

/** Page visitors have no account; the secret in the URL identifies the object. */
export async function pageContext({ pool, now, settings }: Deps): Promise<Context> {
  return {
    db: pool,
    now: Math.floor((await now()).getTime() / 1000),
    account: PLATFORM,
    isServer: false,
    settings: settings(),
    request: { id: null, idempotencyKey: null },
  };
}
