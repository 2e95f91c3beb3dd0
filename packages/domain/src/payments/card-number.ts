/** Luhn check, which catches most typos. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits.length > 0 && sum % 10 === 0;
}

const MAX_DIGITS = 19;
const CARD_NUMBER = /^[1-9]\d{12,18}$/;

/** Separators between the groups of a number, including in URLs. */
const BETWEEN = "(?:[\\s+-]|%20)";
const GROUPS = new RegExp(`\\d(?:${BETWEEN}{0,3}\\d)*`, "g");
const GAPS = new RegExp(`${BETWEEN}+`);

/** Replaces each card number in a text, together with adjacent digits, which may be its security code. */
export const withoutCardNumbers = (text: string, replacement: string): string =>
  text.replace(GROUPS, (digits) => (hasCardNumber(digits.split(GAPS)) ? replacement : digits));

/** Checks every run of up to 19 adjacent groups; the limit matters because the text may be long. */
const hasCardNumber = (groups: readonly string[]): boolean =>
  groups.some((_, first) => {
    const next = groups.slice(first, first + MAX_DIGITS);
    return next.some((_, last) => isCardNumber(next.slice(0, last + 1).join("")));
  });

const isCardNumber = (digits: string): boolean => CARD_NUMBER.test(digits) && hasCheckDigit(digits);
