/** @typedef {import("./reports.mjs").Kind} Kind */
/** @typedef {{ id: string, kinds: Kind[], isTicked: boolean, notYet: string | null }} Requirement `notYet`: what the tests do not cover yet */

const TICK = " ✓";
const NOT_YET = / ◐ not yet: (.+)$/;
const LINE = /^- ([A-Z]+-\d+) ([UIE](?:\/[UIE])*) \S.*$/;

/**
 * @param {string} markdown
 * @returns {{ requirements: Requirement[], malformed: string[] }}
 */
export function parseRequirements(markdown) {
  const items = markdown.split("\n").filter((line) => line.startsWith("- "));
  /** @type {Map<string, Requirement>} */
  const requirements = new Map();
  const malformed = items.filter((line) => {
    const [, id, kinds] = LINE.exec(line) ?? [];
    if (!id || !kinds || requirements.has(id)) return true;
    requirements.set(id, {
      id,
      kinds: /** @type {Kind[]} */ (kinds.split("/")),
      isTicked: line.endsWith(TICK),
      notYet: NOT_YET.exec(line)?.[1] ?? null,
    });
    return false;
  });
  return { requirements: [...requirements.values()], malformed };
}

/**
 * @param {string} markdown
 * @param {ReadonlySet<string>} proven
 */
export function tickRequirements(markdown, proven) {
  return markdown
    .split("\n")
    .map((line) => {
      const [, id] = LINE.exec(line) ?? [];
      if (!id) return line;
      const bare = line.endsWith(TICK) ? line.slice(0, -TICK.length) : line;
      return proven.has(id) ? bare + TICK : bare;
    })
    .join("\n");
}
