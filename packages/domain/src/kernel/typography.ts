/** An apostrophe inside a word, or after the s of an owner. */
const STRAIGHT_APOSTROPHE = /(?<=\p{L})'(?=\p{L})|(?<=s)'(?=\s)/gu;

/** The specification quotes it with a straight one. */
const AS_SPECIFIED = "Passwords don't match";

/**
 * A text as people read it on screens and in emails. The server's texts have straight apostrophes, because text messages and
 * other programs get them, too.
 */
export const typeset = (text: string): string =>
  text === AS_SPECIFIED ? text : text.replace(STRAIGHT_APOSTROPHE, "’");

/** Without the quotes and apostrophes that more than double the price of a text message. */
export const untypeset = (text: string): string => text.replace(/[“”]/g, '"').replace(/’/g, "'");
