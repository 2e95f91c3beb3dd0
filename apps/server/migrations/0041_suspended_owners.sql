ALTER TABLE "user_recommendations" DROP CONSTRAINT "user_recommendations_reason_is_known";--> statement-breakpoint
ALTER TABLE "user_recommendations" DROP CONSTRAINT "user_recommendations_reason_is_whole";--> statement-breakpoint
ALTER TABLE "user_recommendations" ADD CONSTRAINT "user_recommendations_reason_is_known" CHECK ("user_recommendations"."reason" in ('viewed', 'favorite', 'booked', 'near', 'popular'));--> statement-breakpoint
ALTER TABLE "user_recommendations" ADD CONSTRAINT "user_recommendations_reason_is_whole" CHECK (("user_recommendations"."reason" in ('viewed', 'favorite', 'booked')) = ("user_recommendations"."because_item_id" is not null));--> statement-breakpoint
-- Whether and how listings can be found: those of a suspended owner as little as paused ones, until they are back.
create or replace function refresh_item_search(changed uuid[]) returns void language plpgsql as $$
begin
  -- Statements that change nothing come by often: a view is counted by an insert that finds its row there.
  if cardinality(changed) = 0 then
    return;
  end if;

  -- One writer per listing at a time: whoever waits here reads what the other has written, whatever table it was in.
  perform 1 from items where id = any (changed) order by id for no key update;

  delete from item_search as known
  where known.item_id = any (changed) and not exists (
    select 1 from items join users on users.id = items.owner_id
    where items.id = known.item_id and items.is_available and items.deleted_at is null and users.suspended_at is null
      and (known.category = 0 or exists (
        select 1 from item_categories join search_categories using (category_id)
        where item_categories.item_id = items.id and number = known.category)));

  delete from item_tokens as known
  where known.item_id = any (changed) and not exists (
    select 1 from items join users on users.id = items.owner_id
    where items.id = known.item_id and items.is_available and items.deleted_at is null and users.suspended_at is null);

  with read as (
    select items.*, search_units(items) as units, named.numbers, search_text(title) as title_text,
      search_text(description) as description_text, search_text(coalesce(named.names, '')) as category_text,
      coalesce(round(100.0 * rating_sum / nullif(review_count, 0)), 0) as stars
    from items
    left join item_stats on item_stats.item_id = items.id
    cross join lateral (
      select array_agg(number order by item_categories.position) as numbers, string_agg(name, ' ' order by item_categories.position) as names
      from item_categories join search_categories using (category_id) join categories on categories.id = category_id
      where item_categories.item_id = items.id
    ) as named
    where items.id = any (changed) and is_available and deleted_at is null
      and not exists (select 1 from users where users.id = items.owner_id and suspended_at is not null)
  ),
  learned as (
    insert into search_terms (term, lexeme, slips)
    select term, lexeme, search_slips(term)
    from (
      select distinct term
      from read, lateral unnest(string_to_array(concat_ws(' ', title_text, category_text, description_text), ' ')) as term
      where length(term) between 2 and 40
    ) as used
    cross join lateral (select (tsvector_to_array(to_tsvector('pg_catalog.english', term)))[1] as lexeme) as stem
    where lexeme is not null and not exists (select 1 from search_terms as known where known.term = used.term)
    -- In one order, so that two listings with the same new words wait for each other and not in a circle.
    order by term
    on conflict do nothing
  ),
  stemmed as materialized (
    select *, setweight(to_tsvector('pg_catalog.english', title_text), 'A')
        || setweight(to_tsvector('pg_catalog.english', category_text), 'B')
        || setweight(to_tsvector('pg_catalog.english', description_text), 'C') as words
    from read
  ),
  wanted as (
    select id as item_id, numbers, units, words, coalesce(numbers, '{}') as categories, public_latitude as latitude,
      public_longitude as longitude, daily_rate_cents as price_cents, created_at, stars::smallint as rating, condition,
      (offer_pickup::integer + 2 * offer_meetup::integer + 4 * offer_delivery::integer)::smallint as exchanges
    from stemmed
  ),
  tokens_written as (
    insert into item_tokens as known (item_id, latitude, longitude, created_at, price_cents, rating, tokens)
    select item_id, latitude, longitude, created_at, price_cents, rating,
      search_tokens(words,
        search_labels(categories, condition, exchanges, price_cents, rating, units) || search_week(created_at))
    from wanted
    on conflict (item_id) do update set
      latitude = excluded.latitude, longitude = excluded.longitude, created_at = excluded.created_at,
      price_cents = excluded.price_cents, rating = excluded.rating, tokens = excluded.tokens
    where (known.latitude, known.longitude, known.created_at, known.price_cents, known.rating, known.tokens)
      is distinct from (excluded.latitude, excluded.longitude, excluded.created_at, excluded.price_cents,
        excluded.rating, excluded.tokens)
  )
  insert into item_search as known
    (item_id, category, categories, latitude, longitude, words, price_cents, created_at, rating, condition, exchanges)
  select item_id, category, categories, latitude, longitude, words, price_cents, created_at, rating, condition, exchanges
  from wanted, lateral unnest(array[0] || numbers) as category
  on conflict (item_id, category) do update set
    categories = excluded.categories, latitude = excluded.latitude, longitude = excluded.longitude,
    words = excluded.words, price_cents = excluded.price_cents, created_at = excluded.created_at,
    rating = excluded.rating, condition = excluded.condition, exchanges = excluded.exchanges
  where (known.categories, known.latitude, known.longitude, known.words, known.price_cents, known.created_at,
      known.rating, known.condition, known.exchanges)
    is distinct from (excluded.categories, excluded.latitude, excluded.longitude, excluded.words, excluded.price_cents,
      excluded.created_at, excluded.rating, excluded.condition, excluded.exchanges);

  perform refresh_item_cards(changed);
end $$;
--> statement-breakpoint
create function refresh_search_of_owner() returns trigger language plpgsql as $$
begin
  perform refresh_item_search(array(select id from items where owner_id = new.id and deleted_at is null));
  return null;
end $$;
--> statement-breakpoint
create trigger users_suspended_or_back after update of suspended_at on users for each row
  when ((old.suspended_at is null) <> (new.suspended_at is null))
  execute function refresh_search_of_owner();
--> statement-breakpoint
select refresh_item_search(array(
  select items.id from items join users on users.id = owner_id
  where suspended_at is not null and deleted_at is null));
