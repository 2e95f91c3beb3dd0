import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inRepository } from "../launch/repository.mjs";

type LockedPackage = { version?: string; license?: string; dev?: true; link?: true; hasInstallScript?: true };
type Lock = Record<string, LockedPackage>;

const read = (path: string) => readFileSync(inRepository(path), "utf8");
const LOCK = (JSON.parse(read("package-lock.json")) as { packages: Lock }).packages;
const PAGE = read("docs/operations/packages.md");

const sectionOf = (title: string) => PAGE.split("\n## ").find((section) => section.startsWith(title)) ?? "";
/** The packages in a section's table, by name or by its beginning; with what the second column says. */
const rowsOf = (title: string) =>
  [...sectionOf(title).matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(([, name = "", says = ""]) => ({ name, says }));
const isNamed = (title: string, name: string) =>
  rowsOf(title).some((row) => (row.name.endsWith("*") ? name.startsWith(row.name.slice(0, -1)) : row.name === name));

const ALLOWED = new Set(
  (/these licenses: ([^.]*(?:\.\d[^.]*)*)\./.exec(sectionOf("Licenses").replaceAll("\n", " "))?.[1] ?? "").split(/, +/),
);
/** One of several alternatives is enough; a combination needs all of them. */
const isAllowed = (license: string): boolean =>
  license
    .replace(/^\((.*)\)$/, "$1")
    .split(" OR ")
    .some((alternative) => alternative.split(" AND ").every((one) => ALLOWED.has(one)));

/** What this lock file has outside the rules of the page. */
function problemsOf(lock: Lock): string[] {
  return Object.entries(lock).flatMap(([path, { version = "", license, dev, link, hasInstallScript }]) => {
    const name = path.split("node_modules/").at(-1) ?? "";
    if (!path.includes("node_modules/") || link) return [];
    const problems: [boolean, string][] = [
      [!dev && !(license && isAllowed(license)) && !isNamed("Licenses", name), `license ${license}`],
      [!dev && version.includes("-") && !isNamed("Versions before", name), `version ${version}`],
      [hasInstallScript === true && !isNamed("Scripts", name), "install script"],
    ];
    return problems.filter(([isProblem]) => isProblem).map(([, problem]) => `${name}: ${problem}`);
  });
}

test("every package has an allowed license, a released version and no unknown install script", () => {
  expect(ALLOWED.size).toBe(11);
  expect(problemsOf(LOCK)).toEqual([]);
});

test.each<[string, LockedPackage, string[]]>([
  ["copyleft", { version: "1.0.0", license: "GPL-3.0" }, ["copyleft: license GPL-3.0"]],
  ["both", { version: "1.0.0", license: "MIT AND GPL-3.0" }, ["both: license MIT AND GPL-3.0"]],
  ["either", { version: "1.0.0", license: "(GPL-3.0 OR MIT)" }, []],
  ["silent", { version: "1.0.0" }, ["silent: license undefined"]],
  ["early", { version: "2.0.0-rc.1", license: "MIT" }, ["early: version 2.0.0-rc.1"]],
  ["tool", { version: "2.0.0-rc.1", license: "GPL-3.0", dev: true }, []],
  ["runs", { version: "1.0.0", license: "MIT", dev: true, hasInstallScript: true }, ["runs: install script"]],
])("the package %s as %j has these problems: %j", (name, locked, problems) => {
  expect(problemsOf({ [`node_modules/other/node_modules/${name}`]: locked })).toEqual(problems);
});

test("the page names no package that is gone, and the version that is installed", () => {
  const all = Object.entries(LOCK).map(([path, { version }]) => ({
    name: path.split("node_modules/").at(-1),
    version,
  }));
  for (const title of ["Licenses", "Versions before", "Scripts"]) {
    for (const { name, says } of rowsOf(title)) {
      const found = all.filter((one) =>
        name.endsWith("*") ? one.name?.startsWith(name.slice(0, -1)) : one.name === name,
      );
      expect([name, found.length > 0]).toEqual([name, true]);
      if (title === "Versions before") expect(found.map(({ version }) => version)).toEqual(found.map(() => says));
    }
  }
});
