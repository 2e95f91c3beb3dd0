import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { ReadableError } from "./command-line.mjs";
import { inRepository } from "./repository.mjs";

const FILE = ".env";
const EXAMPLE = ".env.example";

/** Loads the settings in .env. What the environment already has wins. */
export function loadEnvFile() {
  const path = inRepository(FILE);
  if (!existsSync(path)) return;
  const settings = Object.keys(parseEnv(readFileSync(inRepository(EXAMPLE), "utf8")));
  const misspelled = findMisspelled(Object.keys(parseEnv(readFileSync(path, "utf8"))), settings);
  if (misspelled.length > 0) throw new ReadableError(`Nexby cannot start with this ${FILE}:\n${misspelled.join("\n")}`);
  process.loadEnvFile(path);
}

/**
 * One sentence for each name that is not a setting but resembles one. Other names may be meant for other programs.
 * @param {readonly string[]} names
 * @param {readonly string[]} settings
 */
export function findMisspelled(names, settings) {
  return names
    .filter((name) => !settings.includes(name))
    .flatMap((name) => {
      const meant = settings.find((setting) => resembles(name.toUpperCase(), setting));
      return meant ? [`  ${name} is not a setting. Did you mean ${meant}?`] : [];
    });
}

/** In a short name, two edits would make it another word. */
const LONGEST_SHORT_NAME = 4;

/**
 * @param {string} name
 * @param {string} setting
 */
const resembles = (name, setting) => editsBetween(name, setting) <= (setting.length > LONGEST_SHORT_NAME ? 2 : 1);

/**
 * Counts missing, extra, wrong and swapped letters (optimal string alignment).
 * @param {string} one
 * @param {string} other
 */
function editsBetween(one, other) {
  /** @type {number[][]} the edits from the first letters of one to the first letters of the other */
  const edits = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  const at = (/** @type {number} */ row, /** @type {number} */ column) =>
    edits[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row += 1) {
    edits[row] = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      edits[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(one.length, other.length);
}
