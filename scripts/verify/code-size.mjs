import { dirname } from "node:path";

/** Proportions, because a total would squeeze the next feature into files of the last (docs/decisions/036). */
const LIMITS = { medianLines: 80, shareUnder30: 0.1, lines: 400, inOneFolder: 25 };

const CODE = /\.(ts|tsx|mjs|cjs)$/;
const PRODUCT = /^(apps|packages)\/.+\.tsx?$/;
/** The card sandbox is a product of its own, with small files. */
const NOT_PRODUCT = /^packages\/card-sandbox\/|\.(test|suite|fixture)\.tsx?$|\/(tests|testing|demo|build|migrations)\//;

/**
 * Measures the number of files, their lengths and the size of folders.
 * @param {readonly string[]} files all files that git tracks
 * @param {(path: string) => number} linesOf
 */
export function measureCode(files, linesOf) {
  const product = files
    .filter((path) => PRODUCT.test(path) && !NOT_PRODUCT.test(path))
    .map((path) => ({ path, lines: linesOf(path) }))
    .sort((one, other) => one.lines - other.lines);
  /** @type {Map<string, number>} */
  const folders = new Map();
  for (const path of files) if (CODE.test(path)) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
  return {
    productFiles: product.length,
    medianLines: product[Math.floor(product.length / 2)]?.lines ?? 0,
    under30: product.filter(({ lines }) => lines < 30).length,
    tooLong: product.filter(({ lines }) => lines > LIMITS.lines),
    fullFolders: [...folders].filter(([, count]) => count > LIMITS.inOneFolder),
  };
}

/**
 * @param {ReturnType<typeof measureCode>} code
 * @returns {string[]}
 */
export function codeSizeProblems(code) {
  const { productFiles, medianLines, under30, tooLong, fullFolders } = code;
  const problems = [];
  if (medianLines < LIMITS.medianLines)
    problems.push(`median of ${medianLines} lines (at least ${LIMITS.medianLines})`);
  if (under30 > LIMITS.shareUnder30 * productFiles)
    problems.push(`${under30} of ${productFiles} product files under 30 lines (at most ${LIMITS.shareUnder30 * 100}%)`);
  for (const { path, lines } of tooLong) problems.push(`${path} has ${lines} lines (at most ${LIMITS.lines})`);
  for (const [folder, count] of fullFolders) {
    problems.push(`${folder} has ${count} code files (at most ${LIMITS.inOneFolder})`);
  }
  return problems;
}
