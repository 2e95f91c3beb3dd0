/** @typedef {import("./reports.mjs").Kind} Kind */
/** @typedef {import("./reports.mjs").TestResult} TestResult */
/** @typedef {import("./requirement-list.mjs").Requirement} Requirement */

/**
 * @typedef {object} Count
 * @property {Set<string>} proven
 * @property {{ id: string, missing: Kind[], hasFailed: boolean, notYet: string | null }[]} partly named by tests, but not proven
 * @property {string[]} unknown ids in titles that match no requirement
 */

/**
 * A requirement is proven when passing tests of every kind it names carry its id, no failing test does, and its line
 * has no `not yet` note.
 * @param {Requirement[]} requirements
 * @param {TestResult[]} tests
 * @returns {Count}
 */
export function countRequirements(requirements, tests) {
  const named = tests.flatMap((test) => idsOf(test.title).map((id) => ({ ...test, id })));
  const known = new Set(requirements.map(({ id }) => id));
  const results = requirements.map(({ id, kinds, notYet }) => {
    const own = named.filter((test) => test.id === id && test.outcome !== "skipped");
    return {
      id,
      notYet,
      isNamed: own.length > 0,
      missing: kinds.filter((kind) => !own.some((test) => test.kind === kind && test.outcome === "passed")),
      hasFailed: own.some(({ outcome }) => outcome === "failed"),
    };
  });
  const isProven = (/** @type {typeof results[number]} */ { missing, hasFailed, notYet }) =>
    missing.length === 0 && !hasFailed && notYet === null;
  return {
    proven: new Set(results.filter(isProven).map(({ id }) => id)),
    partly: results
      .filter((one) => one.isNamed && !isProven(one))
      .map(({ id, missing, hasFailed, notYet }) => ({ id, missing, hasFailed, notYet })),
    unknown: [...new Set(named.map(({ id }) => id).filter((id) => !known.has(id)))],
  };
}

/**
 * Compares the ticks in the list with the proofs of this run.
 * @param {Requirement[]} requirements
 * @param {ReadonlySet<string>} proven
 */
export function compareTicks(requirements, proven) {
  const ids = (/** @type {Requirement[]} */ some) => some.map(({ id }) => id);
  return {
    tickedWithoutProof: ids(requirements.filter(({ id, isTicked }) => isTicked && !proven.has(id))),
    provenWithoutTick: ids(requirements.filter(({ id, isTicked }) => !isTicked && proven.has(id))),
  };
}

/** @param {string} title */
const idsOf = (title) => [...title.matchAll(/\[([A-Z]+-\d+)\]/g)].map(([, id = ""]) => id);
