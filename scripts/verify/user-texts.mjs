import ts from "typescript";

/** @typedef {{ path: string, line: number, text: string }} UserText */

/** Folders whose texts reach a person: screens, mails, errors, documents and demo data. */
const FOLDERS = /^(apps\/(web|server)\/(src|migrations)|packages\/(contract|domain|card-sandbox)\/src)\//;
/** Earlier migrations have texts that 0009 replaced, and messages for developers. */
const REPLACED = /migrations\/000[0-8]_/;
const NOT_SHOWN = /\.(test|fixture|suite)\.|-under-test\.|\/(tests|testing|meta)\/|page-sizes|photo-placeholders/;

/** @param {string} path */
export const canHaveTexts = (path) =>
  FOLDERS.test(path) && !NOT_SHOWN.test(path) && !REPLACED.test(path) && /\.(tsx?|json|sql)$/.test(path);

/**
 * Everything in a file that a person may read, in its order.
 * @param {string} path
 * @param {string} source
 * @returns {UserText[]}
 */
export function userTexts(path, source) {
  if (path.endsWith(".json")) return textsOfJson(path, source);
  return path.endsWith(".sql") ? textsOfSql(path, source) : textsOfCode(path, source);
}

/** Tailwind classes, selectors and paths are text for machines. */
const MACHINE = /^[^A-Z]*(^|\s)[!-]?[a-z0-9@*&[][\w@*&[\]()./:%#'",=>!-]*[-:/[][\w()[\]./:%#'",=>!-]*(\s|$)/;
const CODE =
  /^(select|insert|update|delete|with|create|alter|from|where|and|or|not|case|coalesce)\b|[{}<>;]\s*$|=>|::|\$\d/i;

/** A longer row of words without a capital is data. */
const MAX_PHRASE = 15;

/** @param {string} shown */
function isForPeople(shown) {
  const text = shown.replaceAll("{…}", "0");
  const words = text.trim().split(/\s+/);
  if (!/[A-Za-z]{2}/.test(text) || CODE.test(text.trim())) return false;
  if (words.length === 1) return /^[A-Z][a-z]{2,}[.!?…]?$/.test(words[0] ?? "");
  const isSentence = /^[A-Z“…]/.test(text.trim()) || /[.!?]$/.test(text.trim());
  return isSentence || (words.length <= MAX_PHRASE && !MACHINE.test(text));
}

/** Attributes and calls whose strings are never shown. */
const SILENT_ATTRIBUTES =
  /^(class(Name)?|style|d|points|viewBox|transform|rel|href|src|srcSet|sizes|key|id|htmlFor|type|name|role|to|path)$/;
const SILENT_CALLS =
  /^(sql(\.raw)?|console\.\w+|\w*[lL]og(ger)?\.\w+|check|index|uniqueIndex|cn|namedSelect|require|matchMedia|querySelector(All)?)$/;
const SILENT_ERRORS = /^(Error|RangeError|TypeError)$/;

/**
 * @param {string} path
 * @param {string} source
 * @returns {UserText[]}
 */
function textsOfCode(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, path.endsWith("x") ? 4 : 3);
  /** @type {UserText[]} */
  const found = [];
  /** @param {ts.Node} node @param {string} text */
  const add = (node, text) => {
    const plain = text.replace(/\s+/g, " ").trim();
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    if (isForPeople(plain)) found.push({ path, line, text: plain });
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (isSilent(node)) return;
    if (ts.isJsxElement(node) && node.children.some((child) => ts.isJsxText(child) && child.text.trim() !== "")) {
      add(node.children[0] ?? node, node.children.map(textOfChild).join(""));
      node.openingElement.attributes.forEachChild(visit);
      for (const child of node.children) if (!ts.isJsxText(child)) visit(child);
      return;
    }
    if (ts.isJsxText(node)) add(node, node.text);
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, node.text);
    else if (ts.isTemplateExpression(node)) {
      add(node, node.head.text + node.templateSpans.map(({ literal }) => `{…}${literal.text}`).join(""));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** @param {ts.JsxChild} child */
function textOfChild(child) {
  if (ts.isJsxText(child)) return child.text;
  if (ts.isJsxExpression(child) && child.expression && ts.isStringLiteral(child.expression))
    return child.expression.text;
  return "{…}";
}

/** @param {ts.Node} node */
function isSilent(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isJsxAttribute(node)) return SILENT_ATTRIBUTES.test(node.name.getText());
  if (ts.isTaggedTemplateExpression(node)) return SILENT_CALLS.test(node.tag.getText());
  if (ts.isCallExpression(node)) return SILENT_CALLS.test(node.expression.getText());
  if (ts.isNewExpression(node)) return SILENT_ERRORS.test(node.expression.getText());
  return false;
}

/**
 * @param {string} path
 * @param {string} source
 * @returns {UserText[]}
 */
function textsOfJson(path, source) {
  return source.split("\n").flatMap((content, index) => {
    const text = /:\s*("(?:[^"\\]|\\.)*")/.exec(content)?.[1];
    const value = text === undefined ? "" : String(JSON.parse(text));
    return isForPeople(value) ? [{ path, line: index + 1, text: value }] : [];
  });
}

/**
 * @param {string} path
 * @param {string} source
 * @returns {UserText[]}
 */
function textsOfSql(path, source) {
  const shown = source.replace(/^\s*--.*$/gm, "");
  return [...shown.matchAll(/'((?:[^']|'')*)'/g)].flatMap(({ 1: quoted = "", index }) => {
    const line = shown.slice(0, index).split("\n").length;
    return quoted
      .replaceAll("''", "'")
      .split("\n")
      .flatMap((text, offset) => (isForPeople(text) ? [{ path, line: line + offset, text: text.trim() }] : []));
  });
}
