import { posix } from "node:path";

const FEATURES = /^apps\/(server|web)\/src\/features\/([^/]+)\//;
const NOT_PRODUCT = /\.(test|spec|suite|fixture)\.tsx?$|\/tests\//;
const IMPORTED = /\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g;

/** @typedef {{ from: string, to: string, file: string }} Edge from a feature's file to another feature */

/**
 * Circles of features that import each other, through whichever of their files: neither could be read, changed or moved
 * without the others. dependency-cruiser finds circles of files only.
 * @param {readonly string[]} paths
 * @param {(path: string) => string} textOf
 * @returns {string[]}
 */
export function featureCircles(paths, textOf) {
  const edges = paths
    .filter((path) => FEATURES.test(path) && !NOT_PRODUCT.test(path))
    .flatMap((path) => edgesOf(path, textOf(path)));
  /** @type {Map<string, Edge[]>} */
  const byStart = new Map();
  for (const edge of edges) byStart.set(edge.from, [...(byStart.get(edge.from) ?? []), edge]);
  /** @type {Map<string, string>} */
  const circles = new Map();
  for (const edge of edges) {
    const back = shortestPath(byStart, edge.to, edge.from);
    if (!back) continue;
    const circle = [edge, ...back];
    const key = circle
      .map(({ from }) => from)
      .sort()
      .join();
    if (!circles.has(key)) circles.set(key, describe(circle));
  }
  return [...circles.values()];
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {Edge[]}
 */
function edgesOf(path, text) {
  const from = featureOf(path);
  return [...text.matchAll(IMPORTED)]
    .map(([, specifier = ""]) => featureOf(posix.join(posix.dirname(path), specifier)))
    .filter((to) => to !== "" && to !== from)
    .map((to) => ({ from, to, file: path }));
}

/** @param {string} path */
function featureOf(path) {
  const [, app, name] = FEATURES.exec(path) ?? [];
  return name ? `${app} ${name}` : "";
}

/**
 * @param {Map<string, Edge[]>} byStart
 * @param {string} start
 * @param {string} end
 * @returns {Edge[] | null}
 */
function shortestPath(byStart, start, end) {
  /** @type {Map<string, Edge[]>} */
  const paths = new Map([[start, []]]);
  for (const [place, path] of paths) {
    if (place === end) return path;
    for (const edge of byStart.get(place) ?? []) if (!paths.has(edge.to)) paths.set(edge.to, [...path, edge]);
  }
  return null;
}

/** @param {Edge[]} circle */
const describe = (circle) =>
  `${[...circle, ...circle.slice(0, 1)].map(({ from }) => from).join(" → ")}: ${circle.map(({ file }) => file).join(", ")}`;
