import type { TextSpan } from "../../kernel/plain-text.ts";
import { hasCheckDigit } from "../../payments/card-number.ts";
import { spansOf } from "./readings.ts";

/** Offers to pay around Nexby, and numbers of cards and bank accounts. */
export const findPayments = (text: string): TextSpan[] => [
  ...OFFERS.flatMap((pattern) => spansOf(pattern, text)),
  ...spansOf(IBAN, text).flatMap((span) => ibanIn(text, span) ?? []),
  ...spansOf(CARD, text).filter((span) => isCard(text, span)),
  ...ACCOUNTS.flatMap((pattern) => spansOf(pattern, text)),
];

const OFFERS: readonly RegExp[] = [
  /\b(?:pay|paying|send|sending|transfer|give|giving|settle|settling)\b[^.!?\n]{0,24}\b(?:apple|google|samsung|facebook) ?pay\b/gi,
  /\b(?:pay|paying|send|sending|transfer|give|giving|settle|settling)\b[^.!?\n]{0,24}\b(?:ca[s$]h|crypto|btc|a check|money order|gift cards?)\b(?! (?:register|box|bar|drawer))/gi,
  /\b(?:pay|paying|send|sending|transfer|give|giving|settle|settling)\b[^.!?\n]{0,24}\b(?:bank|wire) ?transfer\b/gi,
  /\b(?:pay|paying|send|sending|transfer|give|giving|settle|settling)\b[^.!?\n]{0,16}\b(?:direct(?:ly)?|off the books|under the table|offline)\b/gi,
  /\b(?:cash (?:only|instead|in hand|is (?:fine|king|better|best|easier|cheaper)|deal|price|discount|on pickup|at pickup|on delivery|works|preferred)|(?:bring|take|accept|prefer) cash(?! (?:register|bar|box|for (?:(?:the|any|your|more) )?(?:parking|tolls?|meter|gas|fuel|diesel|propane|ice|laundry|cleaning|tips?))))\b/gi,
  /\$ ?\d[\d,.]{0,9} ?(?:in )?cash\b/gi,
  /\b(?:in|with|do|for) cash\b(?! (?:registers?|bars?|box|boxes|drawers?|flow|machines?|counters?))/gi,
  /\b(?:outside(?: of)?|off|around|without) (?:(?:the|this) )?(?:app|site|website|platform|nexby)\b/gi,
  /\b(?:skip|bypass|avoid|ditch|leave) (?:(?:the|this) )?(?:app|site|website|nexby)\b|\bno need for (?:the app|nexby)\b/gi,
  /\boff[- ](?:platform|app|site)\b/gi,
  /\b(?:skip|skipping|avoid|avoiding|dodge|save(?: on)?|saves(?: on)?|without) (?:(?:the|this|their|your|all|any) )?(?:(?:service|booking|platform|app|site|nexby) )?(?:fees?|commission)\b/gi,
  /\b(?:rent|book|deal|renting|booking|dealing) (?:it )?direct(?:ly)? (?:with|from|through) (?:me|you|us)\b/gi,
  /\b(?:rent|book|deal|renting|booking|dealing) (?:it )?(?:with|from|through) (?:me|us) direct(?:ly)?\b/gi,
  /(?<![\w$])\$[a-z][\w-]{2,20}\b/gi,
  /\bbc1[a-z0-9]{25,60}\b|\b(?=\w{0,40}[a-z])[13][a-km-zA-HJ-NP-Z1-9]{25,34}\b|\b0x[0-9a-fA-F]{40}\b/g,
];

/** Two letters and two digits of a country, then 11 to 30 characters, often in groups of four. */
const IBAN = /(?<![A-Z0-9])[A-Z]{2} ?\d{2}(?:[ -]?[A-Z0-9]){11,30}(?![A-Z0-9])/gi;
/** How long the account numbers of each country are. */
const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SE24 SI19 SK24 SM27 TN24 TR26 UA29 VA22 VG24 XK20"
    .split(" ")
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
);

function ibanIn(text: string, { start, end }: TextSpan): TextSpan | null {
  const length = IBAN_LENGTHS.get(text.slice(start, start + 2).toUpperCase()) ?? Number.POSITIVE_INFINITY;
  let iban = "";
  // Words may follow without anything that tells them from its last group.
  for (let at = start; at < end; at += 1) {
    const character = text[at] ?? "";
    if (character !== " " && character !== "-") iban += character.toUpperCase();
    if (iban.length < length) continue;
    return hasValidRemainder(iban) || /^[A-Z]{2}\d{13,32}$/.test(iban) ? { start, end: at + 1 } : null;
  }
  return null;
}

/** ISO 13616: the first four characters moved to the end, letters as 10 to 35, leave 1 when divided by 97. */
function hasValidRemainder(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4);
  let remainder = 0;
  for (const character of moved) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

const CARD = /(?<![\d.$-])(?:\d[ .-]?){12,18}\d(?![\d%]|[.-]\d)/g;

/** In the groups of a card, or with its check digit and one of its lengths. */
function isCard(text: string, { start, end }: TextSpan): boolean {
  const found = text.slice(start, end);
  const digits = found.replace(/\D/g, "");
  if (/\b(?:tracking|upc|ean|isbn|serial|barcode|imei)\b[^\n]{0,20}$/i.test(text.slice(Math.max(0, start - 40), start)))
    return false;
  const isGrouped = /^(?:\d{4}([ .-])\d{4}\1\d{4}\1\d{4}|3\d{3}([ .-])\d{6}\2\d{5})$/.test(found);
  return isGrouped || (/^[3-6]/.test(digits) && digits.length >= 15 && hasCheckDigit(digits));
}

const ACCOUNTS: readonly RegExp[] = [
  /\b(?:routing|aba|iban|swift|bic|sort code|bank account|account|acct|checking|savings|card)(?: (?:number|no|num|code|#))?\.?(?: is)?[ :#=-]{1,3}(?=[A-Z ]{0,11}\d)[A-Z0-9](?:[ -]?[A-Z0-9]){6,33}\b/gi,
];
