import { hasCheckDigit } from "@nexby/domain/payments/card-number";

/** Card details as typed. */
export type CardDetails = { number: string; expiry: string; code: string; zip: string };

export type CardField = keyof CardDetails;

export type CardProblems = Partial<Record<CardField, string>>;

export const NO_DETAILS: CardDetails = { number: "", expiry: "", code: "", zip: "" };

export const CARD_FIELDS = ["number", "expiry", "code", "zip"] as const satisfies readonly CardField[];

const BRANDS = [
  { brand: "visa", name: "Visa", starts: /^4/, lengths: [13, 16, 19], codeLength: 3 },
  { brand: "mastercard", name: "Mastercard", starts: /^(5[1-5]|2[2-7])/, lengths: [16], codeLength: 3 },
  { brand: "amex", name: "American Express", starts: /^3[47]/, lengths: [15], codeLength: 4 },
  { brand: "discover", name: "Discover", starts: /^6(011|4[4-9]|5)/, lengths: [16, 19], codeLength: 3 },
] as const;

const MAX_DIGITS = 19;

export const digitsOf = (text: string): string => text.replace(/\D/g, "");

const brandFacts = (number: string) => BRANDS.find(({ starts }) => starts.test(digitsOf(number))) ?? null;

/** Brand by the number's first digits; null if unknown. */
export const brandOf = (number: string): string | null => brandFacts(number)?.name ?? null;

/** Groups the digits as on the card. */
export function spacedNumber(text: string): string {
  const digits = digitsOf(text).slice(0, MAX_DIGITS);
  const groups = brandFacts(digits)?.brand === "amex" ? /^(\d{1,4})(\d{1,6})?(\d+)?$/ : /\d{1,4}/g;
  const parts = groups.global ? digits.match(groups) : groups.exec(digits)?.slice(1);
  return (parts ?? []).filter(Boolean).join(" ");
}

/** Formats as "1", "12 / 3" or "12 / 30". A first digit above 1 is a complete month: "4" becomes "04". */
export function spacedExpiry(text: string, before = ""): string {
  const digits = digitsOf(text.replace(/^([2-9])(?!\d)/, "0$1")).slice(0, 4);
  // Deleting the separator also deletes the month's last digit.
  if (before.startsWith(text) && before.endsWith(" / ")) return digits.slice(0, 1);
  if (digits.length < 2) return digits;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

export type Expiry = { month: number; year: number };

export function expiryOf(text: string): Expiry | null {
  const [, month = "", year = ""] = /^(\d{2}) ?\/ ?(\d{2})$/.exec(text.trim()) ?? [];
  const expiry = { month: Number(month), year: 2000 + Number(year) };
  return expiry.month >= 1 && expiry.month <= 12 ? expiry : null;
}

function numberProblem(number: string, isAccepted: (digits: string) => boolean): string | undefined {
  const digits = digitsOf(number);
  if (digits === "") return "Card number is required";
  const lengths: readonly number[] = brandFacts(digits)?.lengths ?? [16];
  if (!lengths.includes(digits.length)) return "This card number is incomplete";
  if (!hasCheckDigit(digits)) return "This card number isn’t valid";
  return isAccepted(digits) ? undefined : "Only test cards work here. Choose one below";
}

/** A card is valid through the end of its month. */
function expiryProblem(text: string, now: Date): string | undefined {
  if (text.trim() === "") return "Expiration date is required";
  const expiry = expiryOf(text);
  if (!expiry) return "Please enter the month and year, such as 04 / 30";
  const months = ({ month, year }: Expiry) => year * 12 + month;
  const isPast = months(expiry) < months({ month: now.getMonth() + 1, year: now.getFullYear() });
  return isPast ? "This card has expired" : undefined;
}

function codeProblem(code: string, number: string): string | undefined {
  if (code === "") return "Security code is required";
  const length = brandFacts(number)?.codeLength ?? 3;
  return new RegExp(`^\\d{${length}}$`).test(code) ? undefined : `Security code must be ${length} digits`;
}

function zipProblem(zip: string): string | undefined {
  if (zip.trim() === "") return "ZIP code is required";
  return /^\d{5}(-?\d{4})?$/.test(zip.trim()) ? undefined : "Please enter a 5-digit ZIP code";
}

type Rules = { now: Date; isAccepted: (digits: string) => boolean };

/** Errors by field; empty when the card can be submitted. */
export function problemsOfCard({ number, expiry, code, zip }: CardDetails, { now, isAccepted }: Rules): CardProblems {
  const problems = {
    number: numberProblem(number, isAccepted),
    expiry: expiryProblem(expiry, now),
    code: codeProblem(code, number),
    zip: zipProblem(zip),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}
