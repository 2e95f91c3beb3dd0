import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("../../../../../..", import.meta.url));
const FOLDERS = ["apps/server/src", "packages/contract/src", "packages/domain/src"];
const NOT_PRODUCT = /\.(test|fixture|suite)\.ts$|\/(tests|testing|demo)\//;

/** Replaces a file's text, to see what the code would mean without a part of it. */
export type Edit = { path: string; from: string; to: string };

type Space = "value" | "type";

export type FunctionNode = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration;

export const isFunction = (node: ts.Node | undefined): node is FunctionNode =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node));

/** Parsing takes longer than everything else. */
const parsed = new Map<string, ts.SourceFile>();

/** The parsed product code, with names resolved across files. Nothing is type-checked, which would take a minute. */
export class ProductSources {
  readonly files = new Map<string, ts.SourceFile>();
  readonly #scopes = new Map<ts.Node, Map<string, ts.Node>>();
  readonly #modules = new Map<ts.Node, ts.SourceFile | undefined>();

  constructor(edits: readonly Edit[] = []) {
    for (const folder of FOLDERS) {
      for (const path of readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })) {
        const name = `${folder}/${path.split(sep).join("/")}`;
        if (name.endsWith(".ts") && !NOT_PRODUCT.test(name)) this.#add(name, edits);
      }
    }
  }

  #add(path: string, edits: readonly Edit[]): void {
    let text = readFileSync(join(ROOT, path), "utf8");
    for (const { from, to } of edits.filter((edit) => edit.path === path)) {
      if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
      text = text.replaceAll(from, to);
    }
    const known = parsed.get(path);
    const file = known?.text === text ? known : ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    parsed.set(path, file);
    this.files.set(path, file);
    this.#register(file, file);
  }

  #register(node: ts.Node, scope: ts.Node): void {
    const name = declaredName(node);
    if (name) {
      const names = this.#scopes.get(scope) ?? new Map<string, ts.Node>();
      names.set(keyOf(node, name), node);
      this.#scopes.set(scope, names);
    }
    const inner = isScope(node) ? node : scope;
    ts.forEachChild(node, (child) => this.#register(child, inner));
  }

  /** The declaration of a value, in this file or the one it is imported from. */
  valueOf(name: ts.Identifier): ts.Node | undefined {
    return this.#find(name, "value", name.text);
  }

  typeOf(name: ts.Identifier): ts.Node | undefined {
    return this.#find(name, "type", name.text);
  }

  #find(from: ts.Node, space: Space, name: string): ts.Node | undefined {
    for (let scope: ts.Node | undefined = from; scope; scope = scope.parent) {
      const found = this.#declared(scope, space, name);
      if (found) return found;
    }
    return undefined;
  }

  #declared(scope: ts.Node, space: Space, name: string): ts.Node | undefined {
    const names = this.#scopes.get(scope);
    const imported = names?.get(`import ${name}`);
    if (!imported || !ts.isImportSpecifier(imported)) return names?.get(`${space} ${name}`) ?? imported;
    const { moduleSpecifier } = imported.parent.parent.parent;
    return this.exported(this.moduleOf(moduleSpecifier), space, (imported.propertyName ?? imported.name).text);
  }

  /** What a module exports under this name, itself or from another one. */
  exported(module: ts.SourceFile | undefined, space: Space, name: string): ts.Node | undefined {
    if (!module) return undefined;
    const own = this.#declared(module, space, name);
    if (own) return own;
    for (const statement of module.statements) {
      if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier) continue;
      const { exportClause } = statement;
      if (!exportClause || !ts.isNamedExports(exportClause)) continue;
      const found = exportClause.elements.find((element) => element.name.text === name);
      const original = found && (found.propertyName ?? found.name).text;
      if (original) return this.exported(this.moduleOf(statement.moduleSpecifier), space, original);
    }
    return undefined;
  }

  /** The product's own module; undefined for packages from npm. */
  moduleOf(specifier: ts.Node): ts.SourceFile | undefined {
    if (!this.#modules.has(specifier)) this.#modules.set(specifier, this.#findModule(specifier));
    return this.#modules.get(specifier);
  }

  #findModule(specifier: ts.Node): ts.SourceFile | undefined {
    if (!ts.isStringLiteral(specifier)) return undefined;
    const own = /^@nexby\/(contract|domain)\/(.+)$/.exec(specifier.text);
    if (own) return this.files.get(`packages/${own[1]}/src/${own[2]}.ts`);
    if (!specifier.text.startsWith(".")) return undefined;
    return this.files.get(
      normalize(join(dirname(specifier.getSourceFile().fileName), specifier.text))
        .split(sep)
        .join("/"),
    );
  }

  /** A member of a module that is imported as a whole: `contract.listTaxRates`. */
  memberOfNamespace({ expression, name }: ts.PropertyAccessExpression): ts.Node | undefined {
    if (!ts.isIdentifier(expression)) return undefined;
    const namespace = this.valueOf(expression);
    if (!namespace || !ts.isNamespaceImport(namespace)) return undefined;
    return this.exported(this.moduleOf(namespace.parent.parent.moduleSpecifier), "value", name.text);
  }
}

/** Statements of all migrations, without comments. */
export function migrations(): string {
  const folder = join(ROOT, "apps/server/migrations");
  if (!existsSync(folder)) throw new Error("There are no migrations");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .map((name) => readFileSync(join(folder, name), "utf8").replace(/--.*$/gm, ""))
    .join("\n");
}

const keyOf = (node: ts.Node, name: string): string => {
  if (ts.isImportSpecifier(node) || ts.isNamespaceImport(node)) return `import ${name}`;
  return ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) ? `type ${name}` : `value ${name}`;
};

function declaredName(node: ts.Node): string | null {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isImportSpecifier(node) ||
    ts.isNamespaceImport(node);
  return isDeclaration && node.name && ts.isIdentifier(node.name) ? node.name.text : null;
}

const isScope = (node: ts.Node): boolean =>
  ts.isFunctionLike(node) ||
  ts.isBlock(node) ||
  ts.isForOfStatement(node) ||
  ts.isForStatement(node) ||
  ts.isCatchClause(node);

/** The expressions a function returns. */
export function returnsOf(node: FunctionNode): ts.Expression[] {
  const { body } = node;
  if (!body) return [];
  if (!ts.isBlock(body)) return [body];
  const found: ts.Expression[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isReturnStatement(child) && child.expression) found.push(child.expression);
    if (!ts.isFunctionLike(child)) ts.forEachChild(child, visit);
  };
  ts.forEachChild(body, visit);
  return found;
}

/** Without parentheses, assertions and `await`. */
export function bare(node: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node);
  return isWrapped ? bare(node.expression) : node;
}

/** The values an expression can have, without conditions. */
export function outcomes(node: ts.Expression): ts.Expression[] {
  const value = bare(node);
  if (ts.isConditionalExpression(value)) return [value.whenTrue, value.whenFalse].flatMap(outcomes);
  if (!ts.isBinaryExpression(value)) return [value];
  const { kind } = value.operatorToken;
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.CommaToken) return outcomes(value.right);
  const isEither = kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken;
  return isEither ? [value.left, value.right].flatMap(outcomes) : [value];
}

export const nameOfProperty = (node: ts.PropertyName | ts.BindingName | undefined): string | null =>
  node && (ts.isIdentifier(node) || ts.isStringLiteral(node)) ? node.text : null;
