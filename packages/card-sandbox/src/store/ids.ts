import { randomInt } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** As Stripe's: a prefix that names the kind, then letters and digits. */
export const newId = (prefix: string): string => `${prefix}_${randomText(24)}`;

export const newClientSecret = (id: string): string => `${id}_secret_${randomText(24)}`;
