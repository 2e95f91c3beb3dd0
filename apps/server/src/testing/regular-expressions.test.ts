import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { analyse } from "scslre";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../platform/config.ts";

const FOLDERS = ["packages/domain/src", "packages/contract/src", "apps/server/src", "apps/web/src"];
const IS_FOR_TESTS = /(?:^|\/)(?:tests|testing)\/|\.(?:test|spec|suite|fixture)\.tsx?$/;

/** Patterns that meet whole messages, listings and reviews. They repeat nothing without a bound. */
const IS_MASKING = /^packages\/domain\/src\/(?:messaging\/(?:masking\/|mask-contacts)|kernel\/plain-text)/;

/** Repetitions of this length or more are judged as if they had no end. */
const LONG_REPETITION = 8;

/** May take quadratic time, which the length of their input keeps small. */
const BOUNDED: Readonly<Record<string, string>> = {
  "apps/server/src/adapters/geocoding/place-text.ts /[\\s,]+(usa|us|united states( of america)?)$/":
    "places have at most 200 characters",
  "apps/server/src/adapters/geocoding/place-text.ts /[\\s,]+\\d{1,4}$/": "places have at most 200 characters",
  "apps/server/src/adapters/geocoding/place-text.ts /^[\\s,-]+|[\\s,-]+$/g": "places have at most 200 characters",
  "apps/server/src/features/accounts/passwords.ts /[\\d\\W_]+$/": "passwords have at most 1,000 characters",
  "apps/server/src/features/accounts/passwords.ts /[!.?*#$]+$/": "passwords have at most 1,000 characters",
  "apps/server/src/platform/config.ts /^[^<>\\r\\n]*<?[^\\s@<>]+@[^\\s@<>]+>?$/": "the operator writes it",
  "apps/server/src/platform/http/page-head.ts /\\s+\\S*$/": "cut to the length of a description before",
  "apps/web/src/components/forms/location-field.tsx /^\\d+\\S*\\s+\\p{L}/u":
    "runs in the typist's own browser, on at most 200 characters",
  'apps/web/src/lib/api/queries.ts /<([^>]+)>\\s*;[^,]*\\brel="?next"?/i': "our own server writes the header",
};

/** Made while running, so there is no literal to judge. */
const BUILT: Readonly<Record<string, string>> = {
  "apps/server/src/adapters/storage/storage.port.ts": "keys that the server makes, parts of bounded length",
  "apps/server/src/features/photos/photo-files.ts": "without repetitions",
  "apps/server/src/platform/http/openapi-examples.ts": "our own schemas and examples, at start",
  "apps/web/src/components/card-form/card-details.ts": "three or four digits",
  "packages/contract/src/fields.ts": "looks at most three characters back from each hidden one",
  "packages/domain/src/payments/card-number.ts": "each step consumes a digit; gaps have at most three characters",
};

type Pattern = { file: string; source: string; flags: string };

const filesOf = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `${folder}/${path}`)
    .filter((path) => !IS_FOR_TESTS.test(path));

const patterns: Pattern[] = [];
const built = new Set<string>();

for (const file of FOLDERS.flatMap(filesOf)) {
  const text = readFileSync(join(projectRoot, file), "utf8");
  if (!text.includes("/") && !text.includes("RegExp")) continue;
  collect(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kindOf(file)), file);
}

function kindOf(file: string): ts.ScriptKind {
  return file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
}

function collect(node: ts.Node, file: string): void {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf("/");
    patterns.push({ file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
  }
  const isMade = ts.isNewExpression(node) || ts.isCallExpression(node);
  if (isMade && ts.isIdentifier(node.expression) && node.expression.text === "RegExp") built.add(file);
  ts.forEachChild(node, (child) => collect(child, file));
}

const written = ({ file, source, flags }: Pattern) => `${file} /${source}/${flags}`;

const isSlow = ({ source, flags }: Pattern): boolean => analyse({ source, flags }).reports.length > 0;

const UNBOUNDED = /(?<!\\)(?:[*+]|\{\d+,\})/;
const withoutClasses = (source: string) => source.replace(/\\./g, "_").replace(/\[(?:[^\]]|\\\])*\]/g, "_");
const isUnbounded = ({ source }: Pattern) => UNBOUNDED.test(withoutClasses(source));

/** Two long repetitions that share characters: 40 times 40 steps for each place in the text. */
function sharesCharacters({ source, flags }: Pattern): boolean {
  const endless = source.replace(/\{\d+,(\d+)\}/g, (range, most) => (Number(most) >= LONG_REPETITION ? "*" : range));
  return analyse({ source: endless, flags }).reports.some(({ type, exponential }) => type !== "Move" || exponential);
}

describe("regular expressions in the product", () => {
  test("regular expressions in the product are judged: the known ways to be slow are found", () => {
    const judge = (source: string) => isSlow({ file: "", source, flags: "" });
    expect(["a+$", "\\w+@", "(a+)+b", "\\s*,?\\s*;", "^a+$", "a{0,9}b", "[a-z]+"].map(judge)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(isUnbounded({ file: "", source: "[+*]a\\+b{2,3}", flags: "" })).toBe(false);
    expect(["a+", "a*?", "a{2,}"].map((source) => isUnbounded({ file: "", source, flags: "" }))).toEqual([
      true,
      true,
      true,
    ]);
    expect(sharesCharacters({ file: "", source: "a{0,40}[ab]{0,40}c", flags: "" })).toBe(true);
  });

  test("regular expressions in the product take time in proportion to the text, or are listed with what bounds their input", () => {
    const slow = patterns.filter(isSlow).map(written);
    expect(slow.filter((one) => !(one in BOUNDED))).toEqual([]);
    expect(Object.keys(BOUNDED).filter((one) => !slow.includes(one))).toEqual([]);
    expect(patterns.length).toBeGreaterThan(300);
  });

  test("regular expressions in the product that are built while running are listed with what they meet", () => {
    expect([...built].toSorted()).toEqual(Object.keys(BUILT).toSorted());
  });

  test("[MSG-01] regular expressions in the product of the masking repeat nothing without a bound, and no two long repetitions share characters", () => {
    const masking = patterns.filter(({ file }) => IS_MASKING.test(file));
    expect(masking.filter(isUnbounded).map(written)).toEqual([]);
    expect(masking.filter(sharesCharacters).map(written)).toEqual([]);
    expect(masking.length).toBeGreaterThan(50);
  });
});
