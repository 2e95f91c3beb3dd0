import pg from "pg";

/** Definitions of all database objects by name. Equal texts mean equal objects. */
type Catalogue = Map<string, string>;

type Entry = { name: string; definition: string; body?: string | null };

/** Excludes the migrator's schema, because the list of migrations may differ. */
const OURS = "nspname <> all ('{pg_catalog,information_schema,pg_toast,drizzle}') and nspname !~ '^pg_temp_'";

/** Excludes objects of extensions; the extensions themselves are compared. */
const ofNoExtension = (catalog: string, oid: string) => `not exists (
  select from pg_depend as member where member.classid = ${catalog} and member.objid = ${oid} and member.deptype = 'e')`;

/**
 * Each query reads whole catalog rows except values that depend on the creation order: object ids, column numbers and
 * expressions stored with them, which PostgreSQL's own functions render as SQL instead.
 */
const QUERIES: readonly string[] = [
  // Objects of all kinds, so that missing ones are found even without a query for their kind.
  `select distinct 'object ' || type || ' ' || identity as name, '' as definition
   from (select classid, objid from pg_depend union select refclassid, refobjid from pg_depend) as known
   cross join lateral pg_identify_object(classid, objid, 0)
   where objid >= 16384 and ${ofNoExtension("known.classid", "known.objid")}
     and coalesce(schema, '') not in ('pg_toast', 'drizzle') and identity !~ '(^| )drizzle(\\.|$)'
     and not (classid = 'pg_trigger'::regclass and exists (select from pg_trigger where oid = objid and tgisinternal))`,

  `select 'schema ' || nspname as name,
     (to_jsonb(s) - '{oid,nspname,nspowner}'::text[])::text || nspowner::regrole as definition
   from pg_namespace as s where ${OURS}`,

  `select 'relation ' || c.oid::regclass as name,
     (to_jsonb(c) - '{oid,relname,relnamespace,reltype,relowner,relfilenode,relpages,reltuples,relallvisible,
       relallfrozen,reltoastrelid,relhasindex,relnatts,relfrozenxid,relminmxid}'::text[])::text || relowner::regrole
     || case when relkind in ('v', 'm') then pg_get_viewdef(c.oid) else '' end as definition
   from pg_class as c join pg_namespace as s on s.oid = relnamespace
   where ${OURS} and ${ofNoExtension("'pg_class'::regclass", "c.oid")}`,

  // Index columns have no meaningful names, and their order is part of the index.
  `select 'column ' || c.oid::regclass || ' ' || case when relkind in ('i', 'I') then attnum::text else attname end as name,
     (to_jsonb(a) - '{attrelid,attnum,attname,atttypid,attcacheoff,attcollation,atthasmissing,attmissingval}'::text[])::text
     || ' ' || format_type(atttypid, atttypmod)
     || coalesce(' collate ' || nullif(attcollation, 0)::regcollation, '')
     || coalesce(' default ' || pg_get_expr(adbin, adrelid), '') as definition
   from pg_attribute as a join pg_class as c on c.oid = attrelid join pg_namespace as s on s.oid = relnamespace
   left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where ${OURS} and attnum > 0 and not attisdropped and ${ofNoExtension("'pg_class'::regclass", "c.oid")}`,

  `select 'index ' || indexrelid::regclass as name,
     (to_jsonb(i) - '{indexrelid,indrelid,indkey,indcollation,indclass,indexprs,indpred,indcheckxmin}'::text[])::text
     || pg_get_indexdef(indexrelid) as definition
   from pg_index as i join pg_class as c on c.oid = indexrelid join pg_namespace as s on s.oid = relnamespace
   where ${OURS} and ${ofNoExtension("'pg_class'::regclass", "c.oid")}`,

  `select 'constraint ' || conname || ' on ' || coalesce(nullif(conrelid, 0)::regclass::text, contypid::regtype::text) as name,
     (to_jsonb(k) - '{oid,conname,connamespace,conrelid,contypid,conindid,conparentid,confrelid,conkey,confkey,
       conpfeqop,conppeqop,conffeqop,confdelsetcols,conexclop,conbin}'::text[])::text
     || pg_get_constraintdef(k.oid) as definition
   from pg_constraint as k join pg_namespace as s on s.oid = connamespace
   where ${OURS} and ${ofNoExtension("'pg_constraint'::regclass", "k.oid")}`,

  `select 'trigger ' || tgname || ' on ' || tgrelid::regclass as name,
     (to_jsonb(t) - '{oid,tgname,tgrelid,tgparentid,tgfoid,tgconstrrelid,tgconstrindid,tgconstraint,tgattr,tgqual}'::text[])::text
     || pg_get_triggerdef(t.oid) as definition
   from pg_trigger as t join pg_class as c on c.oid = tgrelid join pg_namespace as s on s.oid = relnamespace
   where ${OURS} and not tgisinternal`,

  `select 'function ' || p.oid::regprocedure as name,
     (to_jsonb(p) - '{oid,proname,pronamespace,proowner,prolang,prorettype,proargtypes,proallargtypes,proargdefaults,
       provariadic,prosrc,prosqlbody}'::text[])::text || proowner::regrole
     || case when prokind = 'a' then '' else pg_get_functiondef(p.oid) end as definition,
     prosrc as body
   from pg_proc as p join pg_namespace as s on s.oid = pronamespace
   where ${OURS} and ${ofNoExtension("'pg_proc'::regclass", "p.oid")}`,

  `select 'type ' || t.oid::regtype as name,
     (to_jsonb(t) - '{oid,typname,typnamespace,typowner,typrelid,typelem,typarray,typbasetype,typcollation,
       typdefaultbin}'::text[])::text || typowner::regrole || ' ' || format_type(typbasetype, typtypmod)
     || array(select enumlabel from pg_enum where enumtypid = t.oid order by enumsortorder)::text as definition
   from pg_type as t join pg_namespace as s on s.oid = typnamespace
   where ${OURS} and ${ofNoExtension("'pg_type'::regclass", "t.oid")}`,

  `select 'sequence ' || seqrelid::regclass as name,
     (to_jsonb(q) - '{seqrelid,seqtypid}'::text[])::text || seqtypid::regtype
     || ' at ' || coalesce(pg_sequence_last_value(seqrelid)::text, 'start') as definition
   from pg_sequence as q join pg_class as c on c.oid = seqrelid join pg_namespace as s on s.oid = relnamespace
   where ${OURS}`,

  `select 'extension ' || extname as name, extversion || ' in ' || extnamespace::regnamespace as definition
   from pg_extension`,

  `select 'policy ' || policyname || ' on ' || schemaname || '.' || tablename as name, to_jsonb(p)::text as definition
   from pg_policies as p`,

  `select 'rule ' || rulename || ' on ' || schemaname || '.' || tablename as name, definition
   from pg_rules join pg_namespace as s on nspname = schemaname where ${OURS}`,

  `select 'statistics ' || nspname || '.' || stxname as name,
     pg_get_statisticsobjdef(e.oid) || coalesce(stxstattarget, -1) as definition
   from pg_statistic_ext as e join pg_namespace as s on s.oid = stxnamespace where ${OURS}`,

  `select 'text search mapping of ' || mapcfg::regconfig || ' for ' || maptokentype || ' ' || mapseqno as name,
     mapdict::regdictionary::text as definition
   from pg_ts_config_map where mapcfg >= 16384`,

  `select 'default rights of ' || defaclrole::regrole || ' in ' || defaclnamespace::regnamespace || ' on ' || defaclobjtype::text
     as name, defaclacl::text as definition
   from pg_default_acl`,

  `select 'settings of ' || coalesce(nullif(setrole, 0)::regrole::text, 'everyone') as name, setconfig::text as definition
   from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())`,

  `select 'comment on ' || type || ' ' || identity as name, description as definition
   from pg_description cross join lateral pg_identify_object(classoid, objoid, objsubid)
   where objoid >= 16384 and ${ofNoExtension("classoid", "objoid")}`,
];

const GAP = /('(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\2\$)|(?:\s|--[^\n]*|\/\*[\s\S]*?\*\/)+/g;

/** Strips comments and line breaks, which do not change a function's behavior. */
function codeOf(body: string): string {
  return body.replaceAll(GAP, (_gap, quoted?: string) => quoted ?? " ").trim();
}

async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const catalogue: Catalogue = new Map();
  for (const query of QUERIES) {
    const { rows } = await client.query<Entry>(query);
    for (const { name, definition, body } of rows) {
      catalogue.set(name, body ? definition.replace(body, () => codeOf(body)) : definition);
    }
  }
  return catalogue;
}

/** An object or row that only one database has, or that the two define differently. */
export type Difference = { name: string; before: string | undefined; after: string | undefined };

type Row = Record<string, string | null>;
type Tables = Map<string, Row[]>;

async function readTables(client: pg.Client): Promise<Tables> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class as c join pg_namespace as s on s.oid = relnamespace
     where relkind = 'r' and ${OURS}`,
  );
  const read: Tables = new Map();
  for (const { name } of tables) {
    // As text, because JavaScript would round large numbers.
    const { rows } = await client.query<{ row: Row }>(
      `select (select jsonb_object_agg(key, value) from jsonb_each_text(to_jsonb(t))) as row from ${name} as t`,
    );
    read.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return read;
}

const valuesOf = (rows: readonly Row[], column: string) => JSON.stringify(rows.map((row) => row[column]).sort());

/** Columns that two runs of the same migrations fill differently: random ids, times, transaction numbers. */
function changingColumns(once: readonly Row[], again: readonly Row[]): Set<string> {
  const columns = Object.keys(once[0] ?? {});
  return new Set(columns.filter((column) => valuesOf(once, column) !== valuesOf(again, column)));
}

/** Number of rows by content, in any order. */
function countRows(tables: Tables, changing: Map<string, Set<string>>): Catalogue {
  const counted = new Map<string, number>();
  for (const [table, rows] of tables) {
    for (const row of rows) {
      const stable = Object.entries(row).filter(([column]) => !changing.get(table)?.has(column));
      const name = `row of ${table} ${JSON.stringify(Object.fromEntries(stable.sort()))}`;
      counted.set(name, (counted.get(name) ?? 0) + 1);
    }
  }
  return new Map([...counted].map(([name, count]) => [name, `${count} times`]));
}

function differencesOf(before: Catalogue, after: Catalogue): Difference[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .map((name) => ({ name, before: before.get(name), after: after.get(name) }))
    .filter((entry) => entry.before !== entry.after);
}

async function read(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return { catalogue: await readCatalogue(client), tables: await readTables(client) };
  } finally {
    await client.end();
  }
}

type Comparison = { compared: number; differences: Difference[] };

/** `beforeAgain` is a second run of the migrations of `before`; it reveals which values are not deterministic. */
export async function compareDatabases(urls: {
  before: string;
  beforeAgain: string;
  after: string;
}): Promise<Comparison> {
  const [before, again, after] = [await read(urls.before), await read(urls.beforeAgain), await read(urls.after)];
  const changing = new Map(
    [...before.tables].map(([table, rows]) => [table, changingColumns(rows, again.tables.get(table) ?? [])]),
  );
  const everythingIn = ({ catalogue, tables }: typeof before): Catalogue =>
    new Map([...catalogue, ...countRows(tables, changing)]);
  const expected = everythingIn(before);
  return { compared: expected.size, differences: differencesOf(expected, everythingIn(after)) };
}
