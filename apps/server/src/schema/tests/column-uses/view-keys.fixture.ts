import ts from "typescript";
import { bare, nameOfProperty, type ProductSources } from "./product-sources.fixture.ts";

/** Property names, each with those of its value. */
export type Keys = ReadonlyMap<string, () => Keys>;

const NONE: Keys = new Map();
const union = (all: readonly Keys[]): Keys => new Map(all.flatMap((keys) => [...keys]));
const WRAPPERS = new Set(
  "Promise Awaited Readonly ReadonlyArray Array Partial Required NonNullable Exclude Extract".split(" "),
);

/** The property names of types and schemas that are no table's row: what the API and the domain's rules ask for. */
export class ViewKeys {
  constructor(readonly sources: ProductSources) {}

  of(node: ts.TypeNode): Keys {
    if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node))
      return union(node.types.map((type) => this.of(type)));
    if (ts.isArrayTypeNode(node)) return this.of(node.elementType);
    if (ts.isParenthesizedTypeNode(node) || ts.isTypeOperatorNode(node)) return this.of(node.type);
    if (ts.isTypeLiteralNode(node)) return this.#ofMembers(node.members);
    if (ts.isIndexedAccessTypeNode(node)) {
      const [name] = this.#namesIn(node.indexType);
      return name ? (this.of(node.objectType).get(name)?.() ?? NONE) : this.of(node.objectType);
    }
    return ts.isTypeReferenceNode(node) ? this.#ofReference(node) : NONE;
  }

  #ofMembers(members: ts.NodeArray<ts.TypeElement>): Keys {
    return new Map(
      members.flatMap((member) => {
        const name = nameOfProperty(member.name as ts.PropertyName | undefined);
        if (!name || !ts.isPropertySignature(member)) return [];
        const { type } = member;
        return [[name, () => (type ? this.of(type) : NONE)] as const];
      }),
    );
  }

  #ofReference({ typeName, typeArguments }: ts.TypeReferenceNode): Keys {
    const [first, second] = typeArguments ?? [];
    if (ts.isQualifiedName(typeName)) {
      const isInferred = typeName.left.getText() === "z" && first && ts.isTypeQueryNode(first);
      return isInferred ? this.#ofQuery(first) : NONE;
    }
    const name = typeName.text;
    if (WRAPPERS.has(name) && first) return this.of(first);
    if (name === "Record" && first) {
      return new Map(this.#namesIn(first).map((key) => [key, () => (second ? this.of(second) : NONE)]));
    }
    if (name === "ResponseOf" && first && ts.isTypeQueryNode(first)) return this.#ofQuery(first, "response");
    if ((name === "Pick" || name === "Omit") && first && second) {
      const named = this.#namesIn(second);
      return new Map([...this.of(first)].filter(([key]) => named.includes(key) === (name === "Pick")));
    }
    const alias = this.sources.typeOf(typeName);
    if (alias && ts.isInterfaceDeclaration(alias)) return this.#ofMembers(alias.members);
    return alias && ts.isTypeAliasDeclaration(alias) ? this.of(alias.type) : NONE;
  }

  /** The strings in a type such as `"a" | "b"`, or of a list: `(typeof NAMES)[number]`. */
  #namesIn(node: ts.TypeNode): string[] {
    if (ts.isUnionTypeNode(node)) return node.types.flatMap((type) => this.#namesIn(type));
    if (ts.isParenthesizedTypeNode(node)) return this.#namesIn(node.type);
    if (ts.isLiteralTypeNode(node)) return ts.isStringLiteral(node.literal) ? [node.literal.text] : [];
    if (ts.isIndexedAccessTypeNode(node)) return this.#namesIn(node.objectType);
    if (ts.isTypeQueryNode(node) && ts.isIdentifier(node.exprName)) {
      const declared = this.sources.valueOf(node.exprName);
      return declared && ts.isVariableDeclaration(declared) && declared.initializer
        ? stringsIn(declared.initializer)
        : [];
    }
    const alias = ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) && this.sources.typeOf(node.typeName);
    return alias && ts.isTypeAliasDeclaration(alias) ? this.#namesIn(alias.type) : [];
  }

  /** `typeof view`, or `typeof endpoint.body` */
  #ofQuery({ exprName }: ts.TypeQueryNode, part?: string): Keys {
    const base = ts.isQualifiedName(exprName) ? exprName.left : exprName;
    if (!ts.isIdentifier(base)) return NONE;
    const wanted = part ?? (ts.isQualifiedName(exprName) ? exprName.right.text : undefined);
    const declared = this.sources.valueOf(base);
    return wanted ? this.#ofPart(declared, wanted) : this.#ofDeclared(declared);
  }

  /** The keys that an endpoint's schema of this part has. */
  ofEndpoint(node: ts.Expression, part: "body" | "response" | "query" | "params"): Keys {
    const declared = ts.isPropertyAccessExpression(node) ? this.sources.memberOfNamespace(node) : undefined;
    return this.#ofPart(declared ?? (ts.isIdentifier(node) ? this.sources.valueOf(node) : undefined), part);
  }

  #ofDeclared(node: ts.Node | undefined): Keys {
    return node && ts.isVariableDeclaration(node) && node.initializer ? this.#ofSchema(node.initializer) : NONE;
  }

  #ofPart(node: ts.Node | undefined, part: string): Keys {
    const definition = node && ts.isVariableDeclaration(node) && node.initializer;
    return definition ? union(this.#partsOf(definition, part).map((schema) => this.#ofSchema(schema))) : NONE;
  }

  /** Finds `body` in `endpoint({ body })`, `endpoint({ ...shared, body })` and `endpoint(command(verb, summary, body))`. */
  #partsOf(node: ts.Expression, part: string): ts.Expression[] {
    const value = bare(node);
    if (ts.isIdentifier(value)) {
      const declared = this.sources.valueOf(value);
      return declared && ts.isVariableDeclaration(declared) && declared.initializer
        ? this.#partsOf(declared.initializer, part)
        : [];
    }
    if (ts.isCallExpression(value)) {
      const isCommand = value.expression.getText() === "command";
      if (isCommand && part === "body") return value.arguments[2] ? [value.arguments[2]] : [];
      return value.arguments.flatMap((argument) => this.#partsOf(argument, part));
    }
    if (!ts.isObjectLiteralExpression(value)) return [];
    const own = value.properties.flatMap((property) => {
      if (nameOfProperty(property.name as ts.PropertyName | undefined) !== part) return [];
      if (ts.isShorthandPropertyAssignment(property)) return [property.name];
      return ts.isPropertyAssignment(property) ? [property.initializer] : [];
    });
    if (own.length > 0) return own;
    return value.properties.flatMap((one) => (ts.isSpreadAssignment(one) ? this.#partsOf(one.expression, part) : []));
  }

  #ofSchema(node: ts.Expression): Keys {
    const value = bare(node);
    if (ts.isIdentifier(value)) return this.#ofDeclared(this.sources.valueOf(value));
    if (ts.isPropertyAccessExpression(value)) {
      if (value.name.text === "shape" || value.name.text === "element") return this.#ofSchema(value.expression);
      return ts.isIdentifier(value.expression)
        ? this.#ofPart(this.sources.valueOf(value.expression), value.name.text)
        : NONE;
    }
    if (ts.isObjectLiteralExpression(value)) return this.#ofShape(value);
    if (!ts.isCallExpression(value)) return NONE;
    const inner = union(value.arguments.map((argument) => this.#ofSchema(argument)));
    const { expression: callee } = value;
    if (!ts.isPropertyAccessExpression(callee) || callee.expression.getText() === "z") return inner;
    const before = this.#ofSchema(callee.expression);
    return callee.name.text === "extend" || callee.name.text === "and" ? union([before, inner]) : before;
  }

  #ofShape(node: ts.ObjectLiteralExpression): Keys {
    const keys = new Map<string, () => Keys>();
    for (const property of node.properties) {
      const name = nameOfProperty(property.name as ts.PropertyName | undefined);
      if (ts.isSpreadAssignment(property)) {
        for (const [key, inner] of this.#ofSchema(property.expression)) keys.set(key, inner);
      } else if (ts.isPropertyAssignment(property) && name) {
        keys.set(name, () => this.#ofSchema(property.initializer));
      } else if (ts.isShorthandPropertyAssignment(property)) {
        keys.set(property.name.text, () => this.#ofSchema(property.name));
      }
    }
    return keys;
  }
}

export const stringsIn = (node: ts.Expression): string[] => {
  const value = bare(node);
  if (!ts.isArrayLiteralExpression(value)) return [];
  return value.elements.flatMap((element) => (ts.isStringLiteral(element) ? [element.text] : []));
};
