import type { InteractionResults, Provider } from "oidc-provider";
import { escapeHtml, plainPage } from "../../../platform/http/plain-page.ts";
import { newcomer, type ProviderAccounts, type ProviderPerson } from "./provider-records.ts";

/** What the provider calls itself, and what the demo adds for whoever tries it out. */
export type ProviderWords = { name: string; note: string };

type Mistake = { field: string; message: string };

type Picker = ProviderWords & {
  action: string;
  people: readonly ProviderPerson[];
  mistake?: Mistake;
  typed?: Readonly<Record<string, string>>;
};

function personButton({ subject, firstName, lastName, email }: ProviderPerson): string {
  const initials = escapeHtml(`${firstName[0]}${lastName[0]}`);
  return `<li><button class="choice" name="person" value="${escapeHtml(subject)}"><i aria-hidden="true">${initials}</i>
<span>${escapeHtml(`${firstName} ${lastName}`)}<small>${escapeHtml(email)}</small></span></button></li>`;
}

type Field = { label: string; name: string; autocomplete: string };

const FIELDS: readonly Field[] = [
  { label: "First name", name: "firstName", autocomplete: "given-name" },
  { label: "Last name", name: "lastName", autocomplete: "family-name" },
  { label: "Email", name: "email", autocomplete: "email" },
];

/** Without a kind that the browser would check: the server says what is wrong, in the page's own words. */
function textField({ label, name, autocomplete }: Field, { typed, mistake }: Picker): string {
  const attributes = [
    `name="${name}" autocomplete="${autocomplete}" value="${escapeHtml(typed?.[name] ?? "")}"`,
    ...(name === "email" ? ['inputmode="email"'] : []),
    ...(mistake?.field === name ? ['autofocus aria-invalid="true" aria-describedby="mistake"'] : []),
  ];
  return `<label>${label}<input ${attributes.join(" ")}></label>`;
}

/** Who is it? No password: it is a demo, and says so. */
function pickerPage(picker: Picker): string {
  const { name, note, people, mistake } = picker;
  const form = `<form method="post" action="${escapeHtml(picker.action)}">`;
  return plainPage(
    "Choose who you are",
    `<p>${escapeHtml(name)} is a demo identity provider. It asks for no password: everybody can be anybody here. ${escapeHtml(note)}</p>
${form}<ul class="choices">${people.map(personButton).join("\n")}</ul></form>
<article><h2>Use another name</h2>
${mistake ? `<p class="mistake" id="mistake" role="alert">${escapeHtml(mistake.message)}</p>` : ""}
${form}${FIELDS.map((field) => textField(field, picker)).join("\n")}
<button class="primary" name="another" value="yes">Continue</button></form></article>
${form}<button class="quiet" name="cancel" value="yes">Cancel</button></form>`,
  );
}

/** For whoever comes to the provider's sign-out by another way than ours. `form` is the library's, without a button. */
export const signOutPage = (form: string): string =>
  plainPage(
    "Sign out here?",
    `<p>You are signed in at the demo identity provider.</p>${form}
<button class="primary" form="op.logoutForm" name="logout" value="yes">Sign out</button>`,
  );

const BACK = '<p><a href="/">Back to Nexby</a></p>';

export const signedOutPage = (): string => plainPage("You are signed out", BACK);

export const brokenOffPage = (): string =>
  plainPage(
    "This sign-in cannot go on",
    `<p>It took too long, or was finished already. Please start again.</p>${BACK}`,
  );

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
