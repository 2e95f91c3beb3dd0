import ts from "typescript";
import type { ColumnName } from "./column-reads.fixture.ts";
import {
  type FunctionNode,
  isFunction,
  nameOfProperty,
  outcomes,
  type ProductSources,
  returnsOf,
} from "./product-sources.fixture.ts";
import { nameOfCallee, type RowShapes, stepsOf } from "./row-shapes.fixture.ts";
import { type Table, writtenInSql } from "./tables.fixture.ts";
import { type Keys, stringsIn, ViewKeys } from "./view-keys.fixture.ts";

/** A property of the value, such as `changes` in `transition({ changes })`; the value itself for an empty path. */
type Path = readonly string[];

/** Which property is only known at run time, as in `METHODS[type]`. */
const ANY = "*";

/**
 * A column is written where its name is a property of an object that reaches an insert or an update of its table,
 * through any number of functions, or where raw SQL assigns it.
 */
export function columnWrites(sources: ProductSources, shapes: RowShapes, tables: readonly Table[]): Set<ColumnName> {
  const writes = new Set<ColumnName>();
  const views = new ViewKeys(sources);
  const calls = callsByFunction(sources, shapes);
  const followed = new Set<string>();
  const ids = new Map<ts.Node, number>();
  const idOf = (node: ts.Node) => ids.get(node) ?? ids.set(node, ids.size).size - 1;

  /** Writes the properties of this value, or of the part of it that the path leads to. */
  const follow = (value: ts.Expression, table: string, path: Path): void => {
    // Functions that call themselves make it longer and longer.
    if (path.length > 4) return;
    for (const one of outcomes(value)) {
      const key = `${idOf(one)} ${table} ${path.join(".")}`;
      if (followed.has(key)) continue;
      followed.add(key);
      followValue(one, table, path);
    }
  };

  const followValue = (value: ts.Expression, table: string, path: Path): void => {
    if (ts.isObjectLiteralExpression(value)) followObject(value, table, path);
    else if (ts.isArrayLiteralExpression(value)) for (const element of value.elements) follow(element, table, path);
    else if (ts.isSpreadElement(value)) follow(value.expression, table, path);
    else if (ts.isElementAccessExpression(value)) follow(value.expression, table, [ANY, ...path]);
    else if (ts.isIdentifier(value)) followDeclared(sources.valueOf(value), table, path);
    else if (ts.isCallExpression(value)) followCall(value, table, path);
    else if (ts.isPropertyAccessExpression(value)) {
      const body = bodyOf(value);
      if (body) addKeys(body, table, path);
      else follow(value.expression, table, [value.name.text, ...path]);
    }
  };

  const followObject = ({ properties }: ts.ObjectLiteralExpression, table: string, path: Path): void => {
    const [wanted, ...rest] = path;
    for (const property of properties) {
      const name = nameOfProperty(property.name as ts.PropertyName | undefined);
      if (ts.isSpreadAssignment(property)) follow(property.expression, table, path);
      else if (wanted === undefined && name) writes.add(`${table}.${name}`);
      else if (wanted !== ANY && name !== wanted) continue;
      else if (ts.isPropertyAssignment(property)) follow(property.initializer, table, rest);
      else if (ts.isShorthandPropertyAssignment(property)) follow(property.name, table, rest);
    }
  };

  const followDeclared = (node: ts.Node | undefined, table: string, path: Path): void => {
    if (!node) return;
    if (ts.isVariableDeclaration(node)) {
      if (node.initializer) follow(node.initializer, table, path);
      else if (ts.isForOfStatement(node.parent.parent)) follow(node.parent.parent.expression, table, path);
    }
    if (ts.isParameter(node)) followParameter(node, table, path);
    if (ts.isBindingElement(node)) {
      const isPart = ts.isObjectBindingPattern(node.parent) && !node.dotDotDotToken;
      const name = isPart ? nameOfProperty((node.propertyName ?? node.name) as ts.PropertyName) : null;
      if (node.initializer) follow(node.initializer, table, path);
      followDeclared(node.parent.parent, table, name ? [name, ...path] : path);
    }
  };

  /** Through every call of the function. */
  const followParameter = (node: ts.ParameterDeclaration, table: string, path: Path): void => {
    const { parent } = node;
    if (!isFunction(parent)) return;
    const index = parent.parameters.indexOf(node);
    const own = calls.get(parent) ?? [];
    for (const call of own) {
      const argument = call.arguments[index];
      if (argument) follow(argument, table, path);
    }
    const list = listOfCallback(parent);
    const body = handledBody(parent);
    if (list && index === 0) follow(list, table, path);
    else if (body && path[0] === "body") addKeys(body, table, path.slice(1));
    // A function that is handed over, such as a job: what its parameter's type names.
    else if (own.length === 0 && node.type) addKeys(views.of(node.type), table, path);
  };

  const followCall = (node: ts.CallExpression, table: string, path: Path): void => {
    const { expression: callee } = node;
    const method = ts.isPropertyAccessExpression(callee) ? callee.name.text : "";
    const [callback] = node.arguments;
    if (/^(filter|find|slice|toSorted|at)$/.test(method)) {
      follow((callee as ts.PropertyAccessExpression).expression, table, path);
    }
    if (/^(map|flatMap)$/.test(method) && callback) {
      for (const one of shapes.functionsOf(callback)) for (const result of returnsOf(one)) follow(result, table, path);
      return;
    }
    if (nameOfCallee(node) === "Object.fromEntries") {
      for (const name of path.length === 0 ? node.arguments.flatMap(namesOfEntries) : [])
        writes.add(`${table}.${name}`);
    }
    const called = shapes.functionsOf(callee);
    for (const one of called) for (const result of returnsOf(one)) follow(result, table, path);
    // Functions of other packages or that compute with any object, such as `storableJson(entry)`.
    const isGeneral = called.every(({ typeParameters }) => typeParameters !== undefined);
    if (isGeneral) for (const argument of node.arguments) follow(argument, table, path);
  };

  /** The names in `NAMES.map((name) => [name, …])`, also through a constant. */
  const namesOfEntries = (node: ts.Expression): string[] => {
    if (ts.isIdentifier(node)) {
      const declared = sources.valueOf(node);
      const isConstant = declared && ts.isVariableDeclaration(declared) && declared.initializer;
      return isConstant ? [...stringsIn(isConstant), ...namesOfEntries(isConstant)] : [];
    }
    const isMapped = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression);
    return isMapped ? namesOfEntries((node.expression as ts.PropertyAccessExpression).expression) : [];
  };

  const addKeys = (keys: Keys, table: string, path: Path): void => {
    const [name, ...rest] = path;
    if (name !== undefined) addKeys(keys.get(name)?.() ?? new Map(), table, rest);
    else for (const key of keys.keys()) writes.add(`${table}.${key}`);
  };

  /** `request.body` in the handler of an endpoint. */
  const bodyOf = ({ expression, name }: ts.PropertyAccessExpression): Keys | null => {
    if (name.text !== "body" || !ts.isIdentifier(expression)) return null;
    const declared = sources.valueOf(expression);
    return declared && ts.isParameter(declared) && isFunction(declared.parent) ? handledBody(declared.parent) : null;
  };

  const handledBody = ({ parent }: FunctionNode): Keys | null => {
    if (!ts.isCallExpression(parent) || nameOfCallee(parent) !== "mount" || !parent.arguments[2]) return null;
    return views.ofEndpoint(parent.arguments[2], "body");
  };

  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node))
      for (const name of writtenInSql(node.template.getText(), tables)) writes.add(name);
    if (ts.isCallExpression(node)) {
      const { name = "" } = stepsOf(node)[0] ?? {};
      const target = stepsOf(node).find((step) => /^(insert|update)$/.test(step.name))?.call.arguments[0];
      const [first, row] = node.arguments;
      if (target && first && /^(values|set|onConflictDoUpdate)$/.test(name)) {
        const path = name === "onConflictDoUpdate" ? ["set"] : [];
        for (const table of shapes.tablesOf(target)) follow(first, table, path);
      }
      if (first && row && nameOfCallee(node) === "insertOf") {
        for (const table of shapes.tablesOf(first)) follow(row, table, []);
      }
    }
    ts.forEachChild(node, visit);
  };
  for (const [path, file] of sources.files) if (path.startsWith("apps/server/src/")) visit(file);
  return writes;
}

function callsByFunction(sources: ProductSources, shapes: RowShapes): Map<FunctionNode, ts.CallExpression[]> {
  const calls = new Map<FunctionNode, ts.CallExpression[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      for (const one of shapes.functionsOf(node.expression)) calls.set(one, [...(calls.get(one) ?? []), node]);
    }
    ts.forEachChild(node, visit);
  };
  for (const [path, file] of sources.files) if (path.startsWith("apps/server/src/")) visit(file);
  return calls;
}

/** `list` in `list.map((element) => …)` */
function listOfCallback({ parent }: FunctionNode): ts.Expression | null {
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return null;
  const { expression, name } = parent.expression;
  return /^(map|flatMap|forEach|filter|find)$/.test(name.text) ? expression : null;
}
