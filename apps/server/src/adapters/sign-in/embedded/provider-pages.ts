import type { InteractionResults, Provider } from "oidc-provider";
import { escapeHtml, plainPage } from "../../../platform/http/plain-page.ts";
import { newUser, type ProviderAccounts, type ProviderPerson } from "./provider-records.ts";

/** The provider's display name and the demo's hint below it. */
export type ProviderTexts = { name: string; note: string };

type Mistake = { field: string; message: string };

type Picker = ProviderTexts & {
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

/** Plain text inputs, so the server's own validation messages are shown instead of the browser's. */
function textField({ label, name, autocomplete }: Field, { typed, mistake }: Picker): string {
  const attributes = [
    `name="${name}" autocomplete="${autocomplete}" value="${escapeHtml(typed?.[name] ?? "")}"`,
    ...(name === "email" ? ['inputmode="email"'] : []),
    ...(mistake?.field === name ? ['autofocus aria-invalid="true" aria-describedby="mistake"'] : []),
  ];
  return `<label>${label}<input ${attributes.join(" ")}></label>`;
}

/** The account picker. Asks for no password and says that it is a demo. */
function pickerPage(picker: Picker): string {
  const { name, note, people, mistake } = picker;
  const form = `<form method="post" action="${escapeHtml(picker.action)}">`;
  return plainPage(
    "Choose an account",
    `<p>${escapeHtml(name)} is a demo identity provider. It has no passwords, so anyone can sign in as anyone. ${escapeHtml(note)}</p>
${form}<ul class="choices">${people.map(personButton).join("\n")}</ul></form>
<article><h2>Use another account</h2>
${mistake ? `<p class="mistake" id="mistake" role="alert">${escapeHtml(mistake.message)}</p>` : ""}
${form}${FIELDS.map((field) => textField(field, picker)).join("\n")}
<button class="primary" name="another" value="yes">Continue</button></form></article>
${form}<button class="quiet" name="cancel" value="yes">Cancel</button></form>`,
  );
}

/** Confirmation for a sign-out that did not start at Nexby. `form` is the library's form, without a button. */
export const signOutPage = (form: string): string =>
  plainPage(
    "Sign out?",
    `<p>You're signed in to the demo identity provider.</p>${form}
<button class="primary" form="op.logoutForm" name="logout" value="yes">Sign out</button>`,
  );

const BACK = '<p><a href="/">Back to Nexby</a></p>';

export const signedOutPage = (): string => plainPage("You're signed out", BACK);

export const interactionExpiredPage = (): string =>
  plainPage("This sign-in has expired", `<p>It took too long or is already complete. Please start over.</p>${BACK}`);

type Middleware = Parameters<Provider["use"]>[0];
type Context = Parameters<Middleware>[0];
type Options = ProviderTexts & { accounts: ProviderAccounts };

export const INTERACTION_PATH = "/interaction/";

/** Shows the account picker and completes the sign-in with the choice. */
export function accountPicker(provider: Provider, { accounts, name, note }: Options): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(INTERACTION_PATH)) return next();
    const isActive = await provider.interactionDetails(ctx.req, ctx.res).then(
      () => true,
      () => false,
    );
    if (!isActive) return show(ctx, 400, interactionExpiredPage());
    const page = { action: ctx.mountPath + ctx.path, people: accounts.people, name, note };
    if (ctx.method !== "POST") return show(ctx, 200, pickerPage(page));

    const typed = Object.fromEntries(new URLSearchParams(await readText(ctx)));
    const choice = await readChoice(typed, accounts);
    if ("mistake" in choice) return show(ctx, 400, pickerPage({ ...page, typed, mistake: choice.mistake }));
    ctx.status = 303;
    ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, choice.result));
  };
}

type Choice = { result: InteractionResults } | { mistake: Mistake };

const signedIn = (subject: string): Choice => ({ result: { login: { accountId: subject } } });

async function readChoice(typed: Record<string, string>, accounts: ProviderAccounts): Promise<Choice> {
  if (typed.cancel) return { result: { error: "access_denied" } };
  if (typed.another) {
    const parsed = newUser.safeParse(typed);
    return parsed.success ? signedIn(await accounts.add(parsed.data)) : { mistake: firstOf(parsed.error.issues) };
  }
  const person = accounts.people.find(({ subject }) => subject === typed.person);
  return person ? signedIn(person.subject) : { mistake: { field: "person", message: "Please choose an account" } };
}

const firstOf = ([issue]: readonly { path: PropertyKey[]; message: string }[]): Mistake => ({
  field: String(issue?.path[0]),
  message: issue?.message ?? "Please check your entries",
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
