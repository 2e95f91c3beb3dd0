create extension if not exists unaccent;
--> statement-breakpoint
-- Signatures of 256 bytes: shorter ones are full of ones in a dense place, and every branch would have to be looked into.
create index item_search_nearest on item_search using gist (category, at, words tsvector_ops (siglen = 256));
--> statement-breakpoint
-- What else can be chosen of a listing, as words that nobody can type: one index then answers for all of it together.
create function search_tags(categories integer[], condition text, exchanges smallint) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(
    array(select '#' || category from unnest(categories) as category)
    || array(select '#x' || bit from unnest(array[1, 2, 4]) as bit where exchanges & bit <> 0)
    || ('#' || condition));
--> statement-breakpoint
-- For words without a place. Positions are left out, and no other index knows this expression.
create index item_search_words on item_search
  using gin ((strip(words) || search_tags(categories, condition, exchanges))) with (fastupdate = off) where category = 0;
--> statement-breakpoint
-- Listings by their distance on the map. The planner takes a box for small, whatever its size, and would rather collect
-- all that is in it and sort: here only the index may give the order.
create function search_nearest(
  of_category integer, inside box, origin point, least_apart double precision, wanted_words tsquery,
  min_price integer, max_price integer, min_rating integer, conditions text[], of_exchanges integer, most integer
) returns table (item_id uuid, latitude double precision, longitude double precision)
  language plpgsql stable set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
begin
  if wanted_words is null then
    return query
      select s.item_id, s.latitude, s.longitude from item_search as s
      where s.category = of_category and s.at <@ inside and s.at <-> origin >= least_apart
        and s.price_cents between min_price and max_price and s.rating >= min_rating and s.condition = any (conditions)
        and (of_exchanges = 0 or s.exchanges & of_exchanges <> 0)
      order by s.at <-> origin limit most;
  else
    return query
      select s.item_id, s.latitude, s.longitude from item_search as s
      where s.category = of_category and s.at <@ inside and s.at <-> origin >= least_apart and s.words @@ wanted_words
        and s.price_cents between min_price and max_price and s.rating >= min_rating and s.condition = any (conditions)
        and (of_exchanges = 0 or s.exchanges & of_exchanges <> 0)
      order by s.at <-> origin limit most;
  end if;
end $$;
--> statement-breakpoint
-- Great-circle miles, as the domain's milesBetween.
create function miles_between(
  latitude double precision, longitude double precision, to_latitude double precision, to_longitude double precision
) returns double precision
  language sql immutable parallel safe
  return 2 * 3959 * asin(least(1, sqrt(
    power(sin(radians(to_latitude - latitude) / 2), 2)
    + cos(radians(latitude)) * cos(radians(to_latitude)) * power(sin(radians(to_longitude - longitude) / 2), 2))));
--> statement-breakpoint
-- The instant of a wall-clock time, as the domain's instantOf: one that daylight saving skips moves on by the gap, of a
-- repeated one the first. PostgreSQL by itself would take the second.
create function instant_of(day date, clock time, zone text) returns timestamptz
  language sql stable parallel safe
  return (
    select coalesce(
      least(
        case when (wall - before) at time zone 'UTC' at time zone zone = wall then (wall - before) at time zone 'UTC' end,
        case when (wall - after) at time zone 'UTC' at time zone zone = wall then (wall - after) at time zone 'UTC' end
      ),
      (wall - before) at time zone 'UTC')
    from (
      select wall,
        (wall - interval '1 day') at time zone 'UTC' at time zone zone - (wall - interval '1 day') as before,
        (wall + interval '1 day') at time zone 'UTC' at time zone zone - (wall + interval '1 day') as after
      from (select day + clock as wall) as asked
    ) as offsets);
--> statement-breakpoint
-- Letters and digits in lower case without accents, apart by single spaces.
create function search_text(written text) returns text
  language sql stable parallel safe
  return trim(regexp_replace(lower(unaccent(written)), '[^[:alnum:]]+', ' ', 'g'));
--> statement-breakpoint
create function search_slips(term text) returns text[]
  language sql immutable parallel safe
  return array(
    select term union
    select left(term, letter - 1) || substr(term, letter + 1) from generate_series(1, length(term)) as letter);
--> statement-breakpoint
insert into search_categories (category_id) select id from categories order by position;
--> statement-breakpoint
-- Whether and how listings can be found.
create function refresh_item_search(changed uuid[]) returns void language plpgsql as $$
begin
  -- Statements that change nothing come by often: a view is counted by an insert that finds its row there.
  if cardinality(changed) = 0 then
    return;
  end if;

  -- One writer per listing at a time: whoever waits here reads what the other has written, whatever table it was in.
  perform 1 from items where id = any (changed) order by id for no key update;

  delete from item_search as known
  where known.item_id = any (changed) and not exists (
    select 1 from items
    where items.id = known.item_id and items.is_available and items.deleted_at is null
      and (known.category = 0 or exists (
        select 1 from item_categories join search_categories using (category_id)
        where item_categories.item_id = items.id and number = known.category)));

  with read as (
    select items.*, named.numbers, search_text(title) as title_text, search_text(description) as description_text,
      search_text(coalesce(named.names, '')) as category_text,
      coalesce(round(100.0 * rating_sum / nullif(review_count, 0)), 0) as stars
    from items
    left join item_stats on item_stats.item_id = items.id
    cross join lateral (
      select array_agg(number order by item_categories.position) as numbers, string_agg(name, ' ' order by item_categories.position) as names
      from item_categories join search_categories using (category_id) join categories on categories.id = category_id
      where item_categories.item_id = items.id
    ) as named
    where items.id = any (changed) and is_available and deleted_at is null
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
    select id as item_id, category, words, coalesce(numbers, '{}') as categories, public_latitude as latitude,
      public_longitude as longitude, daily_rate_cents as price_cents, created_at, stars::smallint as rating, condition,
      (offer_pickup::integer + 2 * offer_meetup::integer + 4 * offer_delivery::integer)::smallint as exchanges
    from stemmed, lateral unnest(array[0] || numbers) as category
  )
  insert into item_search as known
    (item_id, category, categories, latitude, longitude, words, price_cents, created_at, rating, condition, exchanges)
  select item_id, category, categories, latitude, longitude, words, price_cents, created_at, rating, condition, exchanges
  from wanted
  on conflict (item_id, category) do update set
    categories = excluded.categories, latitude = excluded.latitude, longitude = excluded.longitude,
    words = excluded.words, price_cents = excluded.price_cents, created_at = excluded.created_at,
    rating = excluded.rating, condition = excluded.condition, exchanges = excluded.exchanges
  where (known.categories, known.latitude, known.longitude, known.words, known.price_cents, known.created_at,
      known.rating, known.condition, known.exchanges)
    is distinct from (excluded.categories, excluded.latitude, excluded.longitude, excluded.words, excluded.price_cents,
      excluded.created_at, excluded.rating, excluded.condition, excluded.exchanges);
end $$;
--> statement-breakpoint
create function refresh_search_of_items() returns trigger language plpgsql as $$
begin
  perform refresh_item_search(array(select id from changed));
  return null;
end $$;
--> statement-breakpoint
create function refresh_search_of_item() returns trigger language plpgsql as $$
begin
  perform refresh_item_search(array[new.id]);
  return null;
end $$;
--> statement-breakpoint
create function refresh_search_by_item_id() returns trigger language plpgsql as $$
begin
  perform refresh_item_search(array(select distinct item_id from changed));
  return null;
end $$;
--> statement-breakpoint
create function refresh_search_of_rated() returns trigger language plpgsql as $$
begin
  perform refresh_item_search(array[new.item_id]);
  return null;
end $$;
--> statement-breakpoint
create function number_search_category() returns trigger language plpgsql as $$
begin
  insert into search_categories (category_id) values (new.id);
  return null;
end $$;
--> statement-breakpoint
create function refresh_search_of_category() returns trigger language plpgsql as $$
begin
  perform refresh_item_search(array(select item_id from item_categories where category_id = new.id));
  return null;
end $$;
--> statement-breakpoint
create trigger items_can_be_found after insert on items referencing new table as changed
  for each statement execute function refresh_search_of_items();
--> statement-breakpoint
-- By column: what a booking changes of an item is not among these.
create trigger items_are_found_as_they_are after update of
    title, description, condition, is_available, deleted_at, daily_rate_cents, public_latitude, public_longitude,
    offer_pickup, offer_meetup, offer_delivery, created_at
  on items for each row
  when ((old.title, old.description, old.condition, old.is_available, old.deleted_at, old.daily_rate_cents,
      old.public_latitude, old.public_longitude, old.offer_pickup, old.offer_meetup, old.offer_delivery, old.created_at)
    is distinct from (new.title, new.description, new.condition, new.is_available, new.deleted_at, new.daily_rate_cents,
      new.public_latitude, new.public_longitude, new.offer_pickup, new.offer_meetup, new.offer_delivery, new.created_at))
  execute function refresh_search_of_item();
--> statement-breakpoint
create trigger item_categories_given after insert on item_categories referencing new table as changed
  for each statement execute function refresh_search_by_item_id();
--> statement-breakpoint
create trigger item_categories_changed after update on item_categories referencing new table as changed
  for each statement execute function refresh_search_by_item_id();
--> statement-breakpoint
create trigger item_categories_taken after delete on item_categories referencing old table as changed
  for each statement execute function refresh_search_by_item_id();
--> statement-breakpoint
create trigger item_stats_given after insert on item_stats referencing new table as changed
  for each statement execute function refresh_search_by_item_id();
--> statement-breakpoint
create trigger item_stats_rated after update of review_count, rating_sum on item_stats for each row
  when ((old.review_count, old.rating_sum) is distinct from (new.review_count, new.rating_sum))
  execute function refresh_search_of_rated();
--> statement-breakpoint
create trigger item_stats_taken after delete on item_stats referencing old table as changed
  for each statement execute function refresh_search_by_item_id();
--> statement-breakpoint
create trigger categories_are_numbered after insert on categories
  for each row execute function number_search_category();
--> statement-breakpoint
create trigger categories_renamed after update of name on categories for each row
  when (old.name is distinct from new.name)
  execute function refresh_search_of_category();
--> statement-breakpoint
select refresh_item_search(array(select id from items));
