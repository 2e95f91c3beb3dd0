import type { InteractionResults, Provider } from "oidc-provider";
import { newcomer, type ProviderAccounts } from "./provider-accounts.ts";
import { brokenOffPage, type Mistake, type ProviderWords, pickerPage } from "./provider-pages.ts";

type Middleware = Parameters<Provider["use"]>[0];
type Context = Parameters<Middleware>[0];
type Options = ProviderWords & { accounts: ProviderAccounts };

export const INTERACTION_PATH = "/interaction/";

/** The page on which people say who they are, and what follows from it. */
export function askWho(provider: Provider, { accounts, name, note }: Options): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(INTERACTION_PATH)) return next();
    const isUnderWay = await provider.interactionDetails(ctx.req, ctx.res).then(
      () => true,
      () => false,
    );
    if (!isUnderWay) return show(ctx, 400, brokenOffPage());
    const page = { action: ctx.mountPath + ctx.path, people: accounts.people, name, note };
    if (ctx.method !== "POST") return show(ctx, 200, pickerPage(page));

    const typed = Object.fromEntries(new URLSearchParams(await readText(ctx)));
    const answer = await answerTo(typed, accounts);
    if ("mistake" in answer) return show(ctx, 400, pickerPage({ ...page, typed, mistake: answer.mistake }));
    ctx.status = 303;
    ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, answer.result));
  };
}

type Answer = { result: InteractionResults } | { mistake: Mistake };

const signedIn = (subject: string): Answer => ({ result: { login: { accountId: subject } } });

async function answerTo(typed: Record<string, string>, accounts: ProviderAccounts): Promise<Answer> {
  if (typed.cancel) return { result: { error: "access_denied" } };
  if (typed.another) {
    const known = newcomer.safeParse(typed);
    return known.success ? signedIn(await accounts.add(known.data)) : { mistake: firstOf(known.error.issues) };
  }
  const person = accounts.people.find(({ subject }) => subject === typed.person);
  return person ? signedIn(person.subject) : { mistake: { field: "person", message: "Please choose somebody" } };
}

const firstOf = ([issue]: readonly { path: PropertyKey[]; message: string }[]): Mistake => ({
  field: String(issue?.path[0]),
  message: issue?.message ?? "Please check what you entered",
});

function show(ctx: Context, status: number, html: string): void {
  ctx.status = status;
  ctx.type = "html";
  ctx.set("cache-control", "no-store");
  ctx.body = html;
}

async function readText(ctx: Context): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
