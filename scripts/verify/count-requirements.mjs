/** @typedef {import("./reports.mjs").Kind} Kind */
/** @typedef {import("./reports.mjs").TestResult} TestResult */
/** @typedef {import("./requirement-list.mjs").Requirement} Requirement */

/**
 * @typedef {object} Count
 * @property {Set<string>} proven
 * @property {{ id: string, missing: Kind[], hasFailed: boolean, notYet: string | null }[]} partly named by tests, but not proven
 * @property {string[]} unknown ids in titles that no requirement has
 */

/**
 * A requirement is proven when passed tests of every kind it names carry its id, no failed one does, and its line does
 * not say that the tests leave something open.
 * @param {Requirement[]} requirements
 * @param {TestResult[]} tests
 * @returns {Count}
 */
export function countRequirements(requirements, tests) {
  const named = tests.flatMap((test) => idsOf(test.title).map((id) => ({ ...test, id })));
  const known = new Set(requirements.map(({ id }) => id));
  const judged = requirements.map(({ id, kinds, notYet }) => {
    const own = named.filter((test) => test.id === id && test.outcome !== "skipped");
    return {
      id,
      notYet,
      isNamed: own.length > 0,
      missing: kinds.filter((kind) => !own.some((test) => test.kind === kind && test.outcome === "passed")),
      hasFailed: own.some(({ outcome }) => outcome === "failed"),
    };
  });
  const isProven = (/** @type {typeof judged[number]} */ { missing, hasFailed, notYet }) =>
    missing.length === 0 && !hasFailed && notYet === null;
  return {
    proven: new Set(judged.filter(isProven).map(({ id }) => id)),
    partly: judged
      .filter((one) => one.isNamed && !isProven(one))
      .map(({ id, missing, hasFailed, notYet }) => ({ id, missing, hasFailed, notYet })),
    unknown: [...new Set(named.map(({ id }) => id).filter((id) => !known.has(id)))],
  };
}

/**
 * Where the ticks in the list and the proofs of this run differ.
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
