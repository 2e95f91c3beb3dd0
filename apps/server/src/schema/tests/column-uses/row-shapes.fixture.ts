import ts from "typescript";
import {
  bare,
  type FunctionNode,
  isFunction,
  nameOfProperty,
  outcomes,
  type ProductSources,
  returnsOf,
} from "./product-sources.fixture.ts";

/** What is known about a value. */
export type Shape = {
  /** Tables whose rows it holds, alone, in a list or in a promise. */
  tables: ReadonlySet<string>;
  members: ReadonlyMap<string, () => Shape>;
  /** Members that replace the row's column, as in `{ ...row, status }`. */
  own: ReadonlySet<string>;
};

const NOTHING: Shape = { tables: new Set(), members: new Map(), own: new Set() };
const rowOf = (tables: readonly string[]): Shape => ({ ...NOTHING, tables: new Set(tables) });

/** The value is one of these. */
const merged = (shapes: readonly Shape[]): Shape => {
  const known = shapes.filter((shape) => shape.tables.size > 0 || shape.members.size > 0);
  if (known.length < 2) return known[0] ?? NOTHING;
  const names = [...new Set(known.flatMap(({ members }) => [...members.keys()]))];
  const rows = known.filter(({ tables }) => tables.size > 0);
  const memberNamed = (name: string) => () => merged(known.flatMap(({ members }) => members.get(name)?.() ?? []));
  return {
    tables: new Set(rows.flatMap(({ tables }) => [...tables])),
    members: new Map(names.map((name) => [name, memberNamed(name)])),
    own: new Set(names.filter((name) => rows.every(({ own }) => own.has(name)))),
  };
};

export const memberOf = (shape: Shape, name: string): Shape => shape.members.get(name)?.() ?? NOTHING;

/** These keep the rows of a list, or choose one of them. */
const KEEPING = new Set(
  "filter find findLast at slice sort toSorted reverse toReversed concat flat get values pop shift execute prepare".split(
    " ",
  ),
);
const MAPPING = new Set(["map", "flatMap", "then", "transaction"]);
/** A callback's parameter with this number is an element of the list. */
const CALLBACKS: Record<string, readonly number[]> = {
  ...Object.fromEntries(
    "map flatMap filter find findLast some every forEach then findIndex".split(" ").map((name) => [name, [0]]),
  ),
  sort: [0, 1],
  toSorted: [0, 1],
  reduce: [1],
};
/** The first argument of these types says what they are made of. */
const WRAPPERS = new Set(
  "Promise Awaited Readonly ReadonlyArray Array Partial Required NonNullable Pick Omit Exclude Extract Set".split(" "),
);

/** What stands for the type parameters. */
type Given = ReadonlyMap<string, () => Shape>;

/** `Row` or `Promise<Row>` */
const isNamed = ({ typeName, typeArguments }: ts.TypeReferenceNode, name: string): boolean =>
  typeName.getText() === name ||
  (typeArguments ?? []).some((type) => ts.isTypeReferenceNode(type) && isNamed(type, name));

/** Follows rows through variables, functions and types, without the time a type checker takes. */
export class RowShapes {
  readonly #known = new Map<ts.Node, Shape>();
  readonly #open = new Set<ts.Node>();
  readonly #tables = new Map<ts.Node, readonly string[]>();
  readonly #functions = new Map<ts.Node, FunctionNode[]>();

  constructor(readonly sources: ProductSources) {}

  /** The constants' names of the tables that this expression can stand for, as in `bookings` or `TABLES[kind]`. */
  tablesOf(node: ts.Node): readonly string[] {
    const known = this.#tables.get(node);
    if (known) return known;
    const found = this.#findTables(node);
    this.#tables.set(node, found);
    return found;
  }

  #findTables(node: ts.Node): readonly string[] {
    if (ts.isElementAccessExpression(node)) {
      const declared = ts.isIdentifier(node.expression) && this.sources.valueOf(node.expression);
      const list = declared && ts.isVariableDeclaration(declared) && declared.initializer && bare(declared.initializer);
      if (!list || !ts.isObjectLiteralExpression(list)) return [];
      return list.properties.flatMap((one) => (ts.isPropertyAssignment(one) ? this.tablesOf(one.initializer) : []));
    }
    if (!ts.isIdentifier(node)) return [];
    const declared = this.sources.valueOf(node);
    if (!declared || !ts.isVariableDeclaration(declared) || !declared.initializer) return [];
    const value = bare(declared.initializer);
    if (ts.isElementAccessExpression(value)) return this.tablesOf(value);
    if (!ts.isCallExpression(value)) return [];
    const callee = nameOfCallee(value);
    if (callee === "pgTable" || callee === "policyTable") return [declared.name.getText()];
    return callee === "alias" && value.arguments[0] ? this.tablesOf(value.arguments[0]) : [];
  }

  #once(node: ts.Node, find: () => Shape): Shape {
    const known = this.#known.get(node);
    if (known) return known;
    if (this.#open.has(node)) return NOTHING;
    this.#open.add(node);
    const shape = find();
    this.#open.delete(node);
    this.#known.set(node, shape);
    return shape;
  }

  of(node: ts.Expression): Shape {
    return merged(outcomes(node).map((value) => this.#once(value, () => this.#ofValue(value))));
  }

  #ofValue(node: ts.Expression): Shape {
    if (ts.isIdentifier(node)) {
      const declared = this.sources.valueOf(node);
      return declared ? this.ofDeclared(declared) : NOTHING;
    }
    if (ts.isPropertyAccessExpression(node)) return memberOf(this.of(node.expression), node.name.text);
    if (ts.isElementAccessExpression(node)) return this.of(node.expression);
    if (ts.isSpreadElement(node)) return this.of(node.expression);
    if (ts.isArrayLiteralExpression(node)) return merged(node.elements.map((element) => this.of(element)));
    if (ts.isObjectLiteralExpression(node)) return this.#ofObject(node);
    if (ts.isNewExpression(node)) return merged((node.arguments ?? []).map((argument) => this.of(argument)));
    if (ts.isCallExpression(node)) return this.#ofCall(node);
    return NOTHING;
  }

  #ofObject(node: ts.ObjectLiteralExpression): Shape {
    const tables = new Set<string>();
    const own = new Set<string>();
    const members = new Map<string, () => Shape>();
    const add = (name: string, value: ts.Expression) => {
      const named = this.tablesOf(value);
      members.set(name, () => (named.length > 0 ? rowOf(named) : this.of(value)));
      own.add(name);
    };
    for (const property of node.properties) {
      const name = nameOfProperty(property.name as ts.PropertyName | undefined);
      if (ts.isSpreadAssignment(property)) {
        const spread = this.of(property.expression);
        for (const table of spread.tables) tables.add(table);
        for (const [key, member] of spread.members) members.set(key, member);
        for (const key of spread.own) own.add(key);
      } else if (ts.isPropertyAssignment(property) && name) add(name, property.initializer);
      else if (ts.isShorthandPropertyAssignment(property)) add(property.name.text, property.name);
    }
    return { tables, members, own };
  }

  #ofCall(node: ts.CallExpression): Shape {
    const query = this.#ofQuery(node);
    if (query) return query;
    const { expression: callee } = node;
    const [first] = node.arguments;
    if (nameOfCallee(node) === "getTableColumns" && first) return rowOf(this.tablesOf(first));
    if (ts.isPropertyAccessExpression(callee)) {
      const method = callee.name.text;
      if (/^(Promise\.all|Object\.\w+)$/.test(nameOfCallee(node))) {
        return merged(node.arguments.map((argument) => this.of(argument)));
      }
      if (KEEPING.has(method)) return merged([callee.expression, ...node.arguments].map((part) => this.of(part)));
      if (MAPPING.has(method)) {
        const callback = node.arguments[0];
        return callback ? merged(this.functionsOf(callback).map((one) => this.result(one))) : NOTHING;
      }
    }
    return merged(this.functionsOf(callee).map((one) => this.#resultOf(node, one)));
  }

  /** What this call of a function gives, where its type depends on its arguments. */
  #resultOf({ arguments: values }: ts.CallExpression, node: FunctionNode): Shape {
    const { typeParameters, parameters, type } = node;
    if (!typeParameters || !type) return this.result(node);
    const given = new Map<string, () => Shape>();
    for (const { name } of typeParameters) {
      const found = parameters.flatMap((parameter, index) => {
        const value = values[index];
        return value && parameter.type ? this.#partFor(name.text, parameter.type, value) : [];
      });
      if (found.length > 0) given.set(name.text, () => merged(found));
    }
    return this.ofType(type, given);
  }

  /** The part of the value that stands for the type parameter. */
  #partFor(name: string, type: ts.TypeNode, value: ts.Expression): Shape[] {
    if (ts.isArrayTypeNode(type)) return this.#partFor(name, type.elementType, value);
    if (ts.isTypeOperatorNode(type)) return this.#partFor(name, type.type, value);
    if (ts.isFunctionTypeNode(type)) {
      const results = this.functionsOf(value).map((one) => this.result(one));
      return ts.isTypeReferenceNode(type.type) && isNamed(type.type, name) ? results : [];
    }
    return ts.isTypeReferenceNode(type) && isNamed(type, name) ? [this.of(value)] : [];
  }

  /** Rows of `select().from(table)` or `insert(table).returning()`, and what a select with columns names. */
  #ofQuery(node: ts.CallExpression): Shape | null {
    const steps = stepsOf(node);
    const stepNamed = (pattern: RegExp) => steps.find(({ name }) => pattern.test(name));
    const select = stepNamed(/^select(Distinct(On)?)?$/);
    const from = stepNamed(/^from$/);
    const write = stepNamed(/^(insert|update|delete)$/);
    const returning = stepNamed(/^returning$/);
    const [source, chosen] = select && from ? [from, select] : write && returning ? [write, returning] : [];
    if (!source?.call.arguments[0] || !chosen) return null;
    const columns = chosen.call.arguments.at(-1);
    if (columns) return this.of(columns);
    const joined = steps.filter(({ name }) => /Join/.test(name)).flatMap(({ call }) => call.arguments[0] ?? []);
    const tables = this.tablesOf(source.call.arguments[0]);
    if (tables.length === 0) return this.of(source.call.arguments[0]);
    if (joined.length === 0) return rowOf(tables);
    const all = [...tables, ...joined.flatMap((one) => this.tablesOf(one))];
    return { ...NOTHING, members: new Map(all.map((table) => [table, () => rowOf([table])])) };
  }

  /** What calling the function gives, by its results and by its declared type. */
  result(node: FunctionNode): Shape {
    return this.#once(node, () =>
      merged([...returnsOf(node).map((value) => this.of(value)), ...(node.type ? [this.ofType(node.type)] : [])]),
    );
  }

  /** The functions that an expression can stand for. A wrapper such as `prepared` stands for the functions it is given. */
  functionsOf(node: ts.Expression): FunctionNode[] {
    const known = this.#functions.get(node);
    if (known) return known;
    // Until it is known, for functions that lead back to themselves.
    this.#functions.set(node, []);
    const found = this.#findFunctions(bare(node));
    this.#functions.set(node, found);
    return found;
  }

  #findFunctions(value: ts.Expression): FunctionNode[] {
    if (isFunction(value)) return [value];
    if (ts.isIdentifier(value)) return this.#functionsNamed(this.sources.valueOf(value));
    if (ts.isPropertyAccessExpression(value)) {
      const member = this.sources.memberOfNamespace(value);
      if (member) return this.#functionsNamed(member);
      // A prepared query is run by a method of what the function returns.
      return KEEPING.has(value.name.text) ? this.functionsOf(value.expression) : [];
    }
    if (!ts.isCallExpression(value)) return [];
    const made = this.functionsOf(value.expression).flatMap((one) =>
      returnsOf(one).flatMap((result) => this.functionsOf(result)),
    );
    return [...made, ...value.arguments.flatMap((argument) => this.functionsOf(argument))];
  }

  #functionsNamed(node: ts.Node | undefined): FunctionNode[] {
    if (isFunction(node)) return [node];
    return node && ts.isVariableDeclaration(node) && node.initializer ? this.functionsOf(node.initializer) : [];
  }

  ofDeclared(node: ts.Node): Shape {
    return this.#once(node, () => {
      if (ts.isVariableDeclaration(node)) return this.ofVariable(node);
      if (ts.isParameter(node)) return this.ofParameter(node);
      return ts.isBindingElement(node) ? this.#ofElement(node) : NOTHING;
    });
  }

  ofVariable(node: ts.VariableDeclaration): Shape {
    const { initializer, type, parent } = node;
    const loop = parent.parent;
    const value = initializer ?? (ts.isForOfStatement(loop) ? loop.expression : undefined);
    return merged([...(value ? [this.of(value)] : []), ...(type ? [this.ofType(type)] : [])]);
  }

  ofParameter(node: ts.ParameterDeclaration): Shape {
    if (node.type) return this.ofType(node.type);
    const callback = node.parent;
    const call = callback.parent;
    if (!isFunction(callback) || !ts.isCallExpression(call)) return NOTHING;
    const index = callback.parameters.indexOf(node);
    const { expression: callee } = call;
    if (ts.isPropertyAccessExpression(callee) && CALLBACKS[callee.name.text]?.includes(index)) {
      return this.of(callee.expression);
    }
    const place = call.arguments.indexOf(callback as ts.Expression);
    return merged(
      this.functionsOf(callee).flatMap((one) => {
        const type = one.parameters[place]?.type;
        const declared = type && ts.isFunctionTypeNode(type) ? type.parameters[index]?.type : undefined;
        return declared ? [this.ofType(declared)] : [];
      }),
    );
  }

  /** What `{ a }` or `[a]` takes its values from. */
  ofPattern(node: ts.BindingPattern): Shape {
    const { parent } = node;
    if (ts.isBindingElement(parent)) return this.#ofElement(parent);
    return ts.isParameter(parent) ? this.ofParameter(parent) : this.ofVariable(parent);
  }

  #ofElement(node: ts.BindingElement): Shape {
    const pattern = node.parent;
    const own = node.initializer ? [this.of(node.initializer)] : [];
    const elements = ts.isArrayBindingPattern(pattern) && listedValues(pattern);
    const listed = elements ? elements[pattern.elements.indexOf(node)] : undefined;
    if (listed) return merged([...own, this.of(listed)]);
    const whole = this.ofPattern(pattern);
    if (node.dotDotDotToken || ts.isArrayBindingPattern(pattern)) return merged([...own, whole]);
    return merged([...own, memberOf(whole, nameOfProperty((node.propertyName ?? node.name) as ts.PropertyName) ?? "")]);
  }

  ofType(node: ts.TypeNode, given: Given = new Map()): Shape {
    const of = (one: ts.TypeNode) => this.ofType(one, given);
    if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) return merged(node.types.map(of));
    if (ts.isArrayTypeNode(node)) return of(node.elementType);
    if (ts.isTupleTypeNode(node)) return merged(node.elements.map(of));
    if (ts.isParenthesizedTypeNode(node) || ts.isTypeOperatorNode(node)) return of(node.type);
    if (ts.isTypeLiteralNode(node)) return this.#ofMembers(node.members, of);
    if (ts.isIndexedAccessTypeNode(node)) {
      const { indexType } = node;
      const isNamed = ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal);
      return isNamed
        ? memberOf(of(node.objectType), (indexType.literal as ts.StringLiteral).text)
        : of(node.objectType);
    }
    if (ts.isTypeQueryNode(node)) return this.#ofTypeQuery(node);
    return ts.isTypeReferenceNode(node) ? this.#ofReference(node, given) : NOTHING;
  }

  #ofMembers(members: ts.NodeArray<ts.TypeElement>, of: (type: ts.TypeNode) => Shape): Shape {
    const typed = members.flatMap((member) => {
      const name = nameOfProperty(member.name as ts.PropertyName | undefined);
      return ts.isPropertySignature(member) && member.type && name ? [[name, member.type] as const] : [];
    });
    return { ...NOTHING, members: new Map(typed.map(([name, type]) => [name, () => of(type)])) };
  }

  /** `typeof bookings.$inferSelect`, or the type of a constant. */
  #ofTypeQuery({ exprName }: ts.TypeQueryNode): Shape {
    const base = ts.isQualifiedName(exprName) ? exprName.left : exprName;
    if (!ts.isIdentifier(base)) return NOTHING;
    const tables = this.tablesOf(base);
    if (tables.length > 0) return rowOf(tables);
    const declared = this.sources.valueOf(base);
    return declared ? this.ofDeclared(declared) : NOTHING;
  }

  #ofReference({ typeName, typeArguments = [] as never }: ts.TypeReferenceNode, given: Given): Shape {
    if (!ts.isIdentifier(typeName)) return NOTHING;
    const name = typeName.text;
    const bound = given.get(name);
    if (bound) return bound();
    if (WRAPPERS.has(name)) return typeArguments[0] ? this.ofType(typeArguments[0], given) : NOTHING;
    if (name === "Map" || name === "ReadonlyMap" || name === "Record") {
      return typeArguments[1] ? this.ofType(typeArguments[1], given) : NOTHING;
    }
    if (name === "ReturnType") return this.#ofReturnType(typeArguments[0]);
    const alias = this.sources.typeOf(typeName);
    if (alias && ts.isInterfaceDeclaration(alias)) return this.#ofMembers(alias.members, (type) => this.ofType(type));
    if (!alias || !ts.isTypeAliasDeclaration(alias)) return NOTHING;
    if (!alias.typeParameters?.length) return this.#once(alias, () => this.ofType(alias.type));
    const entries = alias.typeParameters.flatMap(({ name: parameter }, index) => {
      const type = typeArguments[index];
      return type ? [[parameter.text, () => this.ofType(type, given)] as const] : [];
    });
    return this.ofType(alias.type, new Map(entries));
  }

  #ofReturnType(node: ts.TypeNode | undefined): Shape {
    if (!node || !ts.isTypeQueryNode(node) || !ts.isIdentifier(node.exprName)) return NOTHING;
    return merged(this.functionsOf(node.exprName).map((one) => this.result(one)));
  }
}

/** "pgTable", "Promise.all"; empty for anything longer. */
export function nameOfCallee({ expression }: ts.CallExpression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (!ts.isPropertyAccessExpression(expression) || !ts.isIdentifier(expression.expression)) return "";
  return `${expression.expression.text}.${expression.name.text}`;
}

/** The calls of a chain such as `db.select().from(items).where(…)`, last one first. */
export function stepsOf(node: ts.CallExpression): { name: string; call: ts.CallExpression }[] {
  const { expression: callee } = node;
  if (!ts.isPropertyAccessExpression(callee)) return [];
  const before = bare(callee.expression);
  return [{ name: callee.name.text, call: node }, ...(ts.isCallExpression(before) ? stepsOf(before) : [])];
}

/** The values of `const [a, b] = await Promise.all([x, y])`, which differ from each other. */
function listedValues({ parent }: ts.ArrayBindingPattern): readonly ts.Expression[] | null {
  if (!ts.isVariableDeclaration(parent) || !parent.initializer) return null;
  const value = bare(parent.initializer);
  const list = ts.isCallExpression(value) && nameOfCallee(value) === "Promise.all" ? value.arguments[0] : value;
  return list && ts.isArrayLiteralExpression(list) ? list.elements : null;
}
