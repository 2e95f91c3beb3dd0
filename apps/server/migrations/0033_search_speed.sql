CREATE TABLE "item_cards" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"is_available" boolean NOT NULL,
	"card" json NOT NULL
);
--> statement-breakpoint
ALTER TABLE "item_cards" ADD CONSTRAINT "item_cards_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_cards" ADD CONSTRAINT "item_cards_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
create function item_card(item items) returns json
  language sql stable as $$
    select json_build_object(
      'id', item.id, 'title', item.title, 'description', item.description,
      'photoKeys', array(
        select key from item_photos join photos on photos.id = photo_id where item_id = item.id order by position),
      'placeholder', (
        select placeholder from item_photos join photos on photos.id = photo_id
        where item_id = item.id order by position limit 1),
      'dailyRateCents', item.daily_rate_cents, 'ownerId', item.owner_id,
      'category', (
        select json_build_object('id', categories.id, 'name', name)
        from item_categories join categories on categories.id = category_id
        where item_id = item.id order by item_categories.position limit 1),
      'location', item.location, 'publicLatitude', item.public_latitude, 'publicLongitude', item.public_longitude,
      'isAvailable', item.is_available, 'condition', item.condition,
      'reviewCount', coalesce(review_count, 0), 'ratingSum', coalesce(rating_sum, 0))
    from (values (true)) as one left join item_stats on item_id = item.id
  $$;
--> statement-breakpoint
create function refresh_item_cards(changed uuid[]) returns void language plpgsql as $$
begin
  -- One writer per listing at a time, as in refresh_item_search.
  perform 1 from items where id = any (changed) order by id for no key update;

  delete from item_cards where item_id in (select id from items where id = any (changed) and deleted_at is not null);

  insert into item_cards as known (item_id, owner_id, is_available, card)
  select id, owner_id, is_available, item_card(items) from items where id = any (changed) and deleted_at is null
  on conflict (item_id) do update
    set owner_id = excluded.owner_id, is_available = excluded.is_available, card = excluded.card
    where known.card::text <> excluded.card::text;
end $$;
--> statement-breakpoint
create function refresh_cards_by_item_id() returns trigger language plpgsql as $$
begin
  perform refresh_item_cards(array(select distinct item_id from changed));
  return null;
end $$;
--> statement-breakpoint
create trigger item_photos_given after insert on item_photos referencing new table as changed
  for each statement execute function refresh_cards_by_item_id();
--> statement-breakpoint
create trigger item_photos_changed after update on item_photos referencing new table as changed
  for each statement execute function refresh_cards_by_item_id();
--> statement-breakpoint
create trigger item_photos_taken after delete on item_photos referencing old table as changed
  for each statement execute function refresh_cards_by_item_id();
--> statement-breakpoint
insert into item_cards (item_id, owner_id, is_available, card)
select id, owner_id, is_available, item_card(items) from items where deleted_at is null;
--> statement-breakpoint
-- All that is asked of a listing on the way is in the index, so that the nearest are found without a look at the table.
-- Words are not: of those that few listings have, the index of tokens knows where they are.
drop index item_search_nearest;
--> statement-breakpoint
create index item_search_nearest on item_search
  using gist (category, at) include (item_id, latitude, longitude, price_cents, rating, condition, exchanges);
--> statement-breakpoint
drop index item_tokens_near;
--> statement-breakpoint
-- Each token alone, and mixed with the half degree and with the tenth of a degree it is found in. The cost as before:
-- only the index is to know these.
create or replace function near_tokens(tokens integer[], latitude double precision, longitude double precision)
  returns integer[]
  language sql immutable parallel safe cost 100000
  return tokens || array(
    select token # (square * 2654435761 % 4294967296 - 2147483648)::integer
    from unnest(array[
        floor((latitude + 90) * 2)::bigint * 720 + floor((longitude + 180) * 2)::bigint,
        1000000 + floor((latitude + 90) * 10)::bigint * 3600 + floor((longitude + 180) * 10)::bigint
      ]) as square,
      unnest(tokens) as token);
--> statement-breakpoint
-- The week a listing is from, as one more label: the newest that have a word are found week by week.
create function search_week(created_at timestamptz) returns text
  language sql immutable parallel safe
  return '#n' || floor(extract(epoch from created_at - timestamptz 'epoch') / 604800)::integer;
--> statement-breakpoint
create function search_tokens_with_week(tokens integer[], created_at timestamptz) returns integer[]
  language sql immutable
  return array(select distinct token from unnest(tokens || search_token(search_week(created_at))) as token order by 1);
--> statement-breakpoint
alter table item_tokens alter column tokens type integer[] using search_tokens_with_week(tokens, created_at);
--> statement-breakpoint
drop function search_tokens_with_week(integer[], timestamptz);
--> statement-breakpoint
create index item_tokens_near on item_tokens
  using gin (near_tokens(tokens, latitude, longitude)) with (fastupdate = off);
--> statement-breakpoint
-- Whether and how listings can be found.
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
    select 1 from items
    where items.id = known.item_id and items.is_available and items.deleted_at is null
      and (known.category = 0 or exists (
        select 1 from item_categories join search_categories using (category_id)
        where item_categories.item_id = items.id and number = known.category)));

  delete from item_tokens as known
  where known.item_id = any (changed) and not exists (
    select 1 from items where items.id = known.item_id and items.is_available and items.deleted_at is null);

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
drop trigger items_are_found_as_they_are on items;
--> statement-breakpoint
-- By column: what a booking changes of an item is not among these.
create trigger items_are_found_as_they_are after update of
    title, description, condition, is_available, deleted_at, daily_rate_cents, public_latitude, public_longitude,
    offer_pickup, offer_meetup, offer_delivery, created_at, allow_quantity, quantity_total, quantity_max_per_booking,
    location, owner_id
  on items for each row
  when ((old.title, old.description, old.condition, old.is_available, old.deleted_at, old.daily_rate_cents,
      old.public_latitude, old.public_longitude, old.offer_pickup, old.offer_meetup, old.offer_delivery, old.created_at,
      old.allow_quantity, old.quantity_total, old.quantity_max_per_booking, old.location, old.owner_id)
    is distinct from (new.title, new.description, new.condition, new.is_available, new.deleted_at, new.daily_rate_cents,
      new.public_latitude, new.public_longitude, new.offer_pickup, new.offer_meetup, new.offer_delivery, new.created_at,
      new.allow_quantity, new.quantity_total, new.quantity_max_per_booking, new.location, new.owner_id))
  execute function refresh_search_of_item();
