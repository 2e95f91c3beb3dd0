import { appendFileSync } from "node:fs";
import { fireEvent } from "@testing-library/react";
import { lastSeen } from "../lib/stored-session.ts";

/** Where to list the requests that were sent again. */
const LIST = process.env.ENDED_SESSIONS;

/**
 * Ends the session before every write of a component test, and signs in again in the dialog that opens: the test must
 * pass all the same. build/ended-sessions.int.test.ts runs component tests like this.
 */
export const isEndingSessions = LIST !== undefined;

type Send = (input: string | URL, init?: RequestInit) => Promise<Response>;
type Ended = { body: unknown; fields: readonly [HTMLInputElement, string][]; isSentAgain?: true };

/** Signing in needs no session, reports are sent without an answer, and the card provider has no sessions. */
const NO_SESSION = /^\/sandbox\/|^\/api\/(auth\/(email-sign|password-reset|identity-link)|error-logs)/;
/** Sent while the user reads and types, so that a later request may find other fields. */
const IN_BACKGROUND = /\/(typing|read)$/;
const UNAUTHORIZED = { message: "Unauthorized", code: "unauthorized" };
const DIALOG = "dialog[open] form[aria-label='Sign in']";

export function endingSessions(send: Send, problems: string[]): Send {
  const known = new Map<string, Ended>();
  let isEnded = false;

  return async (input, init = {}) => {
    const { pathname } = new URL(input, location.origin);
    const method = init.method ?? "GET";
    const unauthorized = () => Response.json(UNAUTHORIZED, { status: 401 });
    if (isEnded && pathname === "/api/auth/user") return unauthorized();
    if (isEnded && pathname === "/api/auth/email-signin") {
      isEnded = false;
      return Response.json({ user: lastSeen.user, token: "token" });
    }
    const isSentAnyway = method === "GET" || NO_SESSION.test(pathname) || IN_BACKGROUND.test(pathname);
    if (isSentAnyway || !lastSeen.user) return send(input, init);

    const name = `${method} ${pathname}`;
    const key = `${name} ${new Headers(init.headers).get("Idempotency-Key") ?? String(init.body)}`;
    const first = known.get(key);
    if (!first) {
      known.set(key, { body: init.body, fields: typedFields() });
      isEnded = true;
      signInWhenAsked();
      return unauthorized();
    }
    if (isEnded) return unauthorized();
    if (!first.isSentAgain) {
      first.isSentAgain = true;
      const lost = differences(name, first, init.body);
      problems.push(...lost);
      if (LIST && lost.length === 0) appendFileSync(LIST, `${name}\n`);
    }
    return send(input, init);
  };
}

const typedFields = (): Ended["fields"] =>
  [...document.querySelectorAll<HTMLInputElement>("input, textarea, select")]
    .filter((field) => field.type !== "file" && !field.closest(DIALOG))
    .map((field) => [field, textOf(field)]);

const textOf = (field: HTMLInputElement): string =>
  field.type === "checkbox" || field.type === "radio" ? String(field.checked) : field.value;

function differences(name: string, { body, fields }: Ended, sent: unknown): string[] {
  const lost = fields.filter(([field, value]) => !field.isConnected || textOf(field) !== value);
  return [
    ...(sent === body ? [] : [`${name} was sent again with another body`]),
    ...lost.map(([{ name: field, id }, value]) => `${name}: the field ${field || id} lost “${value}”`),
  ];
}

let watch: MutationObserver | null = null;

function signInWhenAsked(): void {
  watch?.disconnect();
  watch = new MutationObserver(() => {
    const form = document.querySelector(DIALOG);
    const password = form?.querySelector<HTMLInputElement>("[name=password]");
    if (!form || !password) return;
    watch?.disconnect();
    fireEvent.change(password, { target: { value: "paddle-past-the-mill" } });
    fireEvent.submit(form);
  });
  watch.observe(document.body, { childList: true, subtree: true, attributes: true });
}
