import { dirname } from "node:path";

/** Limits may be tightened, never loosened. Code beyond a limit belongs in an existing file or folder. */
const LIMITS = { productFiles: 950, medianLines: 70, under30: 120, lines: 400, inOneFolder: 25, trackedFiles: 1_700 };

const CODE = /\.(ts|tsx|mjs|cjs)$/;
const PRODUCT = /^(apps|packages)\/.+\.tsx?$/;
const NOT_PRODUCT = /\.(test|suite|fixture)\.tsx?$|\/(tests|testing|demo|build|migrations)\//;

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
    trackedFiles: files.filter((path) => !path.startsWith("assets/")).length,
  };
}

/**
 * @param {ReturnType<typeof measureCode>} code
 * @returns {string[]}
 */
export function codeSizeProblems(code) {
  const { productFiles, medianLines, under30, tooLong, fullFolders, trackedFiles } = code;
  const problems = [];
  if (productFiles > LIMITS.productFiles)
    problems.push(`${productFiles} product files (at most ${LIMITS.productFiles})`);
  if (medianLines < LIMITS.medianLines)
    problems.push(`median of ${medianLines} lines (at least ${LIMITS.medianLines})`);
  if (under30 > LIMITS.under30) problems.push(`${under30} product files under 30 lines (at most ${LIMITS.under30})`);
  if (trackedFiles > LIMITS.trackedFiles)
    problems.push(`${trackedFiles} tracked files (at most ${LIMITS.trackedFiles})`);
  for (const { path, lines } of tooLong) problems.push(`${path} has ${lines} lines (at most ${LIMITS.lines})`);
  for (const [folder, count] of fullFolders) {
    problems.push(`${folder} has ${count} code files (at most ${LIMITS.inOneFolder})`);
  }
  return problems;
}
