import { findContacts, type MaskedKind } from "@nexby/domain/messaging/mask-contacts";
import { AppError, fieldError } from "./errors.ts";

const NAMES: Record<MaskedKind, string> = {
  phone: "the phone number",
  email: "the email address",
  address: "the street address",
  payment: "the payment outside Nexby",
  link: "the link",
  handle: "the contact on another service",
};

const MOST_QUOTED = 60;

type Texts = Readonly<Record<string, string | null | undefined>>;

/**
 * For texts that users can read before a booking is approved. They are refused rather than masked, so that the writer can
 * say it differently. Names every field with contact details and what to remove from it.
 */
export function assertNoContacts(texts: Texts, { allowed = [] }: { allowed?: readonly MaskedKind[] } = {}): void {
  const details = Object.entries(texts).flatMap(([field, text]) => {
    if (!text) return [];
    const found = findContacts(text).find(({ kind }) => !allowed.includes(kind));
    if (!found) return [];
    const quoted = text.slice(found.start, found.end);
    const shown = quoted.length > MOST_QUOTED ? `${[...quoted].slice(0, MOST_QUOTED).join("")}…` : quoted;
    return [{ field, message: `Please remove ${NAMES[found.kind]} (${shown}). ${WHY}` }];
  });
  if (details.length > 0) throw new AppError("validation_failed", details[0]?.message, { details });
}

const WHY = "Contact details are shared once a booking is approved.";

/** True if the parts of a name hold contact details together. */
export const hasContacts = (...parts: readonly (string | null)[]): boolean =>
  findContacts(parts.filter((part) => part !== null).join(" ")).length > 0;

/** Each part alone, so that the message names its field, then both: "201-555" "0199". */
export function assertPlainName({ firstName, lastName }: { firstName: string | null; lastName: string | null }): void {
  assertNoContacts({ firstName, lastName });
  if (hasContacts(firstName, lastName)) throw fieldError("lastName", `Please enter your name only. ${WHY}`);
}
