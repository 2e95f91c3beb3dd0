import ts from "typescript";
import { nameOfProperty, type ProductSources } from "./product-sources.fixture.ts";

export type Table = {
  /** The name of its constant: `bookingRequests`. */
  name: string;
  /** `booking_requests` */
  sqlName: string;
  /** Columns with what their definition says. */
  columns: ReadonlyMap<string, string>;
};

/** All tables of the schema, as their definitions are written. */
export function tablesOf(sources: ProductSources): Map<string, Table> {
  const tables = new Map<string, Table>();
  const visit = (node: ts.Node, file: ts.SourceFile): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isCallExpression(node.initializer)) {
      const { expression: maker, arguments: given } = node.initializer;
      const [sqlName] = given;
      const columns =
        maker.getText() === "pgTable" ? given[1] : maker.getText() === "policyTable" && policyColumns(file);
      if (columns && sqlName && ts.isStringLiteral(sqlName)) {
        const name = node.name.getText();
        tables.set(name, { name, sqlName: sqlName.text, columns: columnsOf(columns) });
      }
    }
    ts.forEachChild(node, (child) => visit(child, file));
  };
  for (const [path, file] of sources.files) if (path.startsWith("apps/server/src/schema/")) visit(file, file);
  return tables;
}

/** The columns of all policies, which one function defines. */
function policyColumns(node: ts.Node): ts.Expression | undefined {
  const isDefinition = ts.isCallExpression(node) && node.expression.getText() === "pgTable";
  if (isDefinition && node.arguments[0]?.getText() === "name") return node.arguments[1];
  return ts.forEachChild(node, policyColumns);
}

const columnsOf = (node: ts.Expression | undefined): Map<string, string> =>
  new Map(
    node && ts.isObjectLiteralExpression(node)
      ? node.properties.flatMap((property) => {
          const name = nameOfProperty(property.name as ts.PropertyName | undefined);
          return name ? [[name, property.getText()] as const] : [];
        })
      : [],
  );

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type ColumnName = `${string}.${string}`;

const TABLE_NAMES = /\b(?:from|join|update|into|using|on)\s+"?([a-z_]+)/gi;
const WORDS = /[a-z_]+/g;
/** `set a = b, c = d` up to the next part, and the columns of `insert into t (a, b)`. */
const SET = /\bset\s[\s\S]*?(?=\bwhere\b|\bfrom\b|\breturning\b|[;`]|$)/gi;
const ASSIGNED = /([a-z_]+)"?\s*=(?![=>])/gi;
const INSERT = /\binsert\s+into\s+"?([a-z_]+)"?\s*(?:as\s+\w+\s*)?\(([^)]*)\)/gi;

const columnsIn = (words: ReadonlySet<string>, { name, columns }: Table): ColumnName[] =>
  [...columns.keys()].filter((column) => words.has(snakeCase(column))).map((column) => `${name}.${column}` as const);

const tablesIn = (text: string, tables: readonly Table[]): Table[] => {
  const names = new Set([...text.matchAll(TABLE_NAMES)].map(([, name]) => name));
  return names.size === 0 ? [] : tables.filter(({ sqlName }) => names.has(sqlName));
};

/**
 * Columns that raw SQL reads: named in a statement on their table, outside the places that assign them. A part of a
 * statement may not name its table; its distinctive columns are of tables that the file is about.
 */
export function readInSql(text: string, file: string, tables: readonly Table[]): ColumnName[] {
  const rest = text.replace(INSERT, " ").replace(SET, (part) => part.replace(ASSIGNED, " "));
  const words = new Set(rest.match(WORDS));
  const own = tablesIn(text, tables);
  const found = own.flatMap((table) => columnsIn(words, table));
  const isOwn = (word: string) =>
    own.some(({ columns }) => [...columns.keys()].some((name) => snakeCase(name) === word));
  const others = new Set([...words].filter((word) => /[a-z]_[a-z]/.test(word) && !isOwn(word)));
  if (others.size === 0) return found;
  const isAbout = ({ name, sqlName }: Table) => new RegExp(`\\b(${name}|${sqlName})\\b`).test(file);
  const fromOthers = tables.flatMap((table) => {
    const names = columnsIn(others, table);
    return names.length > 0 && isAbout(table) ? names : [];
  });
  return [...found, ...fromOthers];
}

/** Columns that raw SQL assigns. */
export function writtenInSql(text: string, tables: readonly Table[]): ColumnName[] {
  const named = (sqlName: string | undefined) => tables.filter((table) => table.sqlName === sqlName);
  const inserted = [...text.matchAll(INSERT)].flatMap(([, sqlName, list = ""]) =>
    named(sqlName).flatMap((table) => columnsIn(new Set(list.match(WORDS)), table)),
  );
  const updates = text.split(/\bupdate\s+(?=")|\bupdate\s+(?=[a-z_])/i).slice(1);
  const updated = updates.flatMap((update) => {
    const [sqlName] = update.match(WORDS) ?? [];
    const [changes = ""] = update.match(SET) ?? [];
    return named(sqlName).flatMap((table) =>
      columnsIn(new Set([...changes.matchAll(ASSIGNED)].map(([, name = ""]) => name)), table),
    );
  });
  return [...inserted, ...updated];
}
