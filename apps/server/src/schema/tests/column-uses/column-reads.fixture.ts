import ts from "typescript";
import { isFunction, nameOfProperty, outcomes, type ProductSources, returnsOf } from "./product-sources.fixture.ts";
import { memberOf, nameOfCallee, type RowShapes, type Shape, stepsOf } from "./row-shapes.fixture.ts";
import { readInSql, type Table } from "./tables.fixture.ts";
import { type Keys, ViewKeys } from "./view-keys.fixture.ts";

/** "bookings.returnNotes" */
export type ColumnName = `${string}.${string}`;

/**
 * A column is read where a query names it, where code takes it from a row, and where a row becomes something that names
 * it: the response of an endpoint, or a value of another type whose property is used somewhere. Selecting all columns
 * alone reads none.
 */
export function columnReads(sources: ProductSources, shapes: RowShapes, tables: readonly Table[]): Set<ColumnName> {
  const reads = new Set<ColumnName>();
  const views = new ViewKeys(sources);
  const usedNames = namesUsed(sources);
  const add = (tables: Iterable<string>, name: string) => {
    for (const table of tables) reads.add(`${table}.${name}`);
  };

  /** The row's own columns among the named ones. */
  const addNamed = (shape: Shape, names: Keys): void => {
    for (const [name, inner] of names) {
      addNamed(memberOf(shape, name), inner());
      if (!shape.own.has(name) && usedNames.has(name)) add(shape.tables, name);
    }
  };
  const follow = (value: ts.Expression, type: ts.TypeNode | undefined) => {
    const names = type && views.of(type);
    if (!names || names.size === 0) return;
    for (const one of outcomes(value)) addNamed(shapes.of(one), names);
  };

  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      const { expression, name } = node;
      const tables = shapes.tablesOf(expression);
      if (!isOwnChange(node) && !isConflictTarget(node)) add(tables, name.text);
      if (tables.length === 0) {
        const shape = shapes.of(expression);
        if (!shape.own.has(name.text)) add(shape.tables, name.text);
      }
    }
    if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression)) {
      add(shapes.of(node.expression).tables, node.argumentExpression.text);
    }
    if (ts.isBindingElement(node) && !node.dotDotDotToken && ts.isObjectBindingPattern(node.parent)) {
      const name = nameOfProperty((node.propertyName ?? node.name) as ts.PropertyName);
      const whole = shapes.ofPattern(node.parent);
      const { parent } = node.parent;
      const source = ts.isVariableDeclaration(parent) && parent.initializer ? shapes.tablesOf(parent.initializer) : [];
      if (name && !isIgnored(node) && !whole.own.has(name)) add([...source, ...whole.tables], name);
    }
    if (ts.isVariableDeclaration(node) && node.initializer) follow(node.initializer, node.type);
    if (isFunction(node)) for (const value of returnsOf(node)) follow(value, node.type);
    if (ts.isCallExpression(node)) visitCall(node);
    if (ts.isTaggedTemplateExpression(node)) {
      for (const name of readInSql(node.template.getText(), node.getSourceFile().text, tables)) reads.add(name);
    }
    ts.forEachChild(node, visit);
  };

  const visitCall = (node: ts.CallExpression): void => {
    if (nameOfCallee(node) === "mount") visitMount(node);
    if (nameOfCallee(node) === "mount" || stepsOf(node).some(({ name }) => /^(values|set)$/.test(name))) return;
    const [called] = shapes.functionsOf(node.expression);
    called?.parameters.forEach(({ type }, index) => {
      const value = node.arguments[index];
      if (value) follow(value, type);
    });
  };

  /** `mount(app, deps, endpoint, handler)` */
  const visitMount = ({ arguments: [, , endpoint, handler] }: ts.CallExpression): void => {
    if (!endpoint || !handler) return;
    const names = views.ofEndpoint(endpoint, "response");
    for (const one of shapes.functionsOf(handler))
      for (const value of returnsOf(one)) addNamed(shapes.of(value), names);
  };

  for (const [path, file] of sources.files)
    if (path.startsWith("apps/server/src/") && !path.includes("/schema/")) visit(file);
  return reads;
}

/** Property names that product code uses, or that the API answers with. */
function namesUsed(sources: ProductSources): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node, isContract: boolean): void => {
    if (ts.isPropertyAccessExpression(node)) names.add(node.name.text);
    if (ts.isBindingElement(node)) names.add((node.propertyName ?? node.name).getText());
    if (isContract && ts.isPropertyAssignment(node)) names.add(node.name.getText());
    if (isContract && ts.isShorthandPropertyAssignment(node)) names.add(node.name.text);
    ts.forEachChild(node, (child) => visit(child, isContract));
  };
  for (const [path, file] of sources.files) visit(file, path.startsWith("packages/contract/"));
  return names;
}

/** `{ createdAt: _, ...columns }` leaves a column out. */
const isIgnored = ({ name }: ts.BindingElement): boolean => ts.isIdentifier(name) && name.text.startsWith("_");

/** `set({ version: sql`${bookings.version} + 1` })` */
function isOwnChange({ name, parent }: ts.PropertyAccessExpression): boolean {
  for (let node: ts.Node = parent; node && !ts.isStatement(node); node = node.parent) {
    if (ts.isPropertyAssignment(node) && nameOfProperty(node.name) === name.text) {
      const call = node.parent.parent;
      if (ts.isCallExpression(call) && call.expression.getText().endsWith(".set")) return true;
    }
  }
  return false;
}

const isConflictTarget = ({ parent }: ts.PropertyAccessExpression): boolean => {
  const property = ts.isArrayLiteralExpression(parent) ? parent.parent : parent;
  return ts.isPropertyAssignment(property) && nameOfProperty(property.name) === "target";
};
