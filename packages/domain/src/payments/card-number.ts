/** The check digit tells most mistypings. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits.length > 0 && sum % 10 === 0;
}

const MAX_DIGITS = 19;
const CARD_NUMBER = /^[1-9]\d{12,18}$/;

/** What stands between the groups of a number, also in an address. */
const BETWEEN = "(?:[\\s+-]|%20)";
const GROUPS = new RegExp(`\\d(?:${BETWEEN}{0,3}\\d)*`, "g");
const GAPS = new RegExp(`${BETWEEN}+`);

/** A text with something else for each card number in it, and for the digits next to it, which may be its code. */
export const withoutCardNumbers = (text: string, instead: string): string =>
  text.replace(GROUPS, (digits) => (hasCardNumber(digits.split(GAPS)) ? instead : digits));

/** Whether some groups in a row could be one. No more than its digits are tried: the text may be long. */
const hasCardNumber = (groups: readonly string[]): boolean =>
  groups.some((_, first) => {
    const next = groups.slice(first, first + MAX_DIGITS);
    return next.some((_, last) => isCardNumber(next.slice(0, last + 1).join("")));
  });

const isCardNumber = (digits: string): boolean => CARD_NUMBER.test(digits) && hasCheckDigit(digits);
