-- Whoever writes a listing relies on the words that are known already; until that is committed none is forgotten.
create function use_search_terms() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext($lock$search_terms$lock$));
  return null;
end $$;
--> statement-breakpoint
-- Every refresh begins with this statement, and looks at the words in a later one.
create trigger item_tokens_use_search_terms before delete on item_tokens
  for each statement execute function use_search_terms();
