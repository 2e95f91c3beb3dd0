import pg from "pg";

/** `refuse_change` is the trigger function of tables whose rows are for good: the rule is written there, and read here. */
const RIGHTS = `
  select owned.oid::regclass::text as "table", owned.wanted
  from (
    select class.oid, class.relacl, case
      when class.relnamespace <> 'public'::regnamespace then 'SELECT'
      when exists (
        select from pg_trigger where tgrelid = class.oid and tgfoid = 'public.refuse_change'::regproc
      ) then 'INSERT, SELECT'
      else 'DELETE, INSERT, SELECT, UPDATE' end as wanted
    from pg_class class
    where class.relkind in ('r', 'p') and class.relowner = current_user::regrole
      and class.relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace)
  ) owned
  where owned.wanted is distinct from (
    select string_agg(privilege_type, ', ' order by privilege_type)
    from aclexplode(owned.relacl) where grantee = $1::regrole
  )`;

/**
 * Gives the application's role what it needs of every table and no more: nothing but reading and adding where rows are
 * for good. The owner could switch a trigger off; this role can not. The caller holds the set-up lock.
 */
export async function grantToApplication(owner: pg.Client, applicationUrl: string): Promise<void> {
  const role = pg.escapeIdentifier(await roleOf(applicationUrl));
  const { rows: member } = await owner.query<{ is: boolean }>(
    "select pg_has_role($1::regrole, current_user::regrole, 'member') as is",
    [role],
  );
  if (member[0]?.is) {
    throw new Error(
      `DATABASE_URL and DATABASE_OWNER_URL must name two roles; ${role} has all rights of the owner. ` +
        "Leave DATABASE_OWNER_URL away if there is to be one role only.",
    );
  }
  const { rows: wrong } = await owner.query<{ table: string; wanted: string }>(RIGHTS, [role]);
  if (wrong.length === 0) return;
  const statements = wrong.map(
    ({ table, wanted }) => `revoke all on ${table} from ${role}; grant ${wanted} on ${table} to ${role};`,
  );
  // As one query it is one transaction: who works meanwhile never finds a right missing.
  await owner.query(`grant usage on schema public, drizzle to ${role}; ${statements.join("\n")}`);
}

async function roleOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, application_name: "nexby set-up" });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string }>("select current_user as role");
    return rows[0]?.role ?? "";
  } finally {
    await client.end();
  }
}
