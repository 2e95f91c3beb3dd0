/** With the marks that belong to the letter. */
const FIRST_LETTER = /^\P{M}\p{M}{0,5}/u;

/** The last name that strangers see: "R." for Rivera. */
export function lastInitial(lastName: string | null): string {
  const [letter] = FIRST_LETTER.exec(lastName?.trim() ?? "") ?? [];
  return letter === undefined ? "" : `${letter.toUpperCase()}.`;
}
