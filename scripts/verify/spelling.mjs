import { readFileSync } from "node:fs";
import dictionary from "dictionary-en";
import nspell from "nspell";

/** @typedef {import("./user-texts.mjs").UserText} UserText */

const OWN_WORDS = new URL("words.txt", import.meta.url);

/** Words of US English, possibly with an apostrophe. Addresses, placeholders and codes are no words. */
const IGNORED = /<[^>]*>|\{…\}|https?:\S+|\S*@\S+|\S*[/_=]\S*|\S+\.(com|org|dev|test|json|ts|csv|ics)\b|\b\S*\d\S*\b/g;
const WORD = /[A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u017F]+(?:[’'][A-Za-z]+)*/g;

/**
 * @param {readonly UserText[]} texts
 * @returns {string[]} one line per misspelled word and place
 */
export function spellingProblems(texts) {
  const checker = nspell(/** @type {any} */ (dictionary));
  checker.personal(readFileSync(OWN_WORDS, "utf8"));
  return texts.flatMap(({ path, line, text }) =>
    (text.replace(IGNORED, " ").match(WORD) ?? [])
      .map((word) => word.replaceAll("’", "'").replace(/'s$/, ""))
      .filter((word) => !checker.correct(word) && !isAcronym(word))
      .map((word) => `${path}:${line} “${word}” is not US English: ${text}`),
  );
}

/** Quoted by the specification. */
const QUOTED = ["You've successfully signed in.", "You'll see updates about your rentals and bookings here"];

/**
 * Screens set apostrophes typographically. The server's texts have straight ones, because text messages get them, too;
 * screens, emails, push messages and the server's own pages set them (`kernel/typography`). Texts of demo users and of the specification stay as they are.
 *
 * @param {readonly UserText[]} texts
 * @returns {string[]} one line per text with the other apostrophe
 */
export function apostropheProblems(texts) {
  return texts
    .filter(({ path, text }) => {
      if (/^(apps\/web|packages\/card-sandbox\/src\/pages)\//.test(path))
        return /[a-z}]'[a-z]/i.test(text) && !QUOTED.includes(text);
      return (
        /^(apps\/server|packages\/contract)\//.test(path) && !path.includes("/demo/") && /[a-z}]’[a-z]/i.test(text)
      );
    })
    .map(({ path, line, text }) => `${path}:${line} has the wrong kind of apostrophe: ${text}`);
}

/** @param {string} word */
const isAcronym = (word) => /^[A-Z]{2,5}s?$/.test(word);
