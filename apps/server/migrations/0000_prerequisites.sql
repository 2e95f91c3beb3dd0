-- What the tables and their indexes need to exist first.
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Column defaults call app_now(), but its body reads a table. This is a forward declaration;
-- 0002_functions_and_triggers.sql replaces the body once the table exists.
create function app_now() returns timestamptz
  language sql stable parallel safe
  return now();
