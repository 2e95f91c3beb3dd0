import { email } from "@nexby/contract/account-fields";
import type { VerifiedIdentity } from "./identity.port.ts";

/** What a provider states about somebody; nothing of it is taken for granted. */
export type Claims = Readonly<Record<string, unknown>>;

type Person = Pick<VerifiedIdentity, "email" | "isEmailVerified" | "firstName" | "lastName">;

const LONGEST_NAME = 100;
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

const hasEmail = (claims: Claims) => email.safeParse(claims.email).success;

/** Whether nothing more needs to be asked for. */
export const isComplete = hasEmail;

/** As the standard has it: at most 255 ASCII characters. */
export function subjectOf({ sub }: Claims): string {
  if (typeof sub === "string" && SUBJECT.test(sub)) return sub;
  throw new Error("The identity provider names nobody");
}

function nameFrom(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const name = value
    .replace(/\p{C}+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return [...name].slice(0, LONGEST_NAME).join("").trim() || null;
}

/**
 * The address and whether it is verified come from one and the same statement: two halves of different ones could say
 * together what nobody has said. Some providers write the truth as text, some leave it out, which is no truth.
 */
export function personFrom(statements: readonly Claims[]): Person {
  const withEmail = statements.find(hasEmail);
  const named = (claim: string) =>
    statements.map((claims) => nameFrom(claims[claim])).find((name) => name !== null) ?? null;
  const [first = null, ...others] = named("name")?.split(" ") ?? [];
  const hasParts = named("given_name") !== null || named("family_name") !== null;
  return {
    email: withEmail ? email.parse(withEmail.email) : null,
    isEmailVerified: withEmail?.email_verified === true || withEmail?.email_verified === "true",
    firstName: hasParts ? named("given_name") : first,
    lastName: hasParts ? named("family_name") : others.join(" ") || null,
  };
}
