CREATE TABLE "item_tokens" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"price_cents" integer NOT NULL,
	"rating" smallint NOT NULL,
	"tokens" integer[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "item_tokens" ADD CONSTRAINT "item_tokens_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- A word as a number, which takes less room. Two words share one about once in four thousand million.
create function search_token(written text) returns integer
  language sql immutable parallel safe
  return ('x' || left(md5(written), 8))::bit(32)::integer;
--> statement-breakpoint
-- What else can be chosen of a listing, as words that nobody can type. Prices and ratings by steps, and of units each
-- step that can be had.
create function search_labels(
  categories integer[], condition text, exchanges smallint, price_cents integer, rating smallint, units integer
) returns text[]
  language sql immutable parallel safe
  return array(select '#c' || category from unnest(categories) as category)
    || array(select '#x' || bit from unnest(array[1, 2, 4]) as bit where exchanges & bit <> 0)
    || array(select '#u' || step from unnest(array[2, 3, 5, 10, 20, 50]) as step where units >= step)
    || ('#' || condition)
    || ('#p' || width_bucket(price_cents,
      array[500, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10000, 15000, 20000, 30000, 50000, 100000]))
    || ('#r' || width_bucket(rating::integer, array[1, 300, 350, 400, 450]));
--> statement-breakpoint
create function search_tokens(words tsvector, labels text[]) returns integer[]
  language sql immutable parallel safe
  return array(select distinct search_token(word) from unnest(tsvector_to_array(words) || labels) as word order by 1);
--> statement-breakpoint
-- Each token alone, and mixed with the half degree it is found in.
create function near_tokens(tokens integer[], latitude double precision, longitude double precision) returns integer[]
  language sql immutable parallel safe
  return tokens || array(
    select token # (
      (floor((latitude + 90) * 2)::bigint * 720 + floor((longitude + 180) * 2)::bigint) * 2654435761 % 4294967296
      - 2147483648)::integer
    from unnest(tokens) as token);
--> statement-breakpoint
-- The most units one booking can have. A truck comes once, however many are asked for.
create function search_units(item items) returns integer
  language sql stable as $$
    select case
      when exists (select 1 from food_truck_settings where item_id = item.id) then 10000
      when item.allow_quantity then least(item.quantity_total, item.quantity_max_per_booking)
      else 1 end
  $$;
--> statement-breakpoint
insert into item_tokens (item_id, latitude, longitude, created_at, price_cents, rating, tokens)
select item_id, s.latitude, s.longitude, s.created_at, price_cents, rating,
  search_tokens(words,
    search_labels(categories, s.condition, exchanges, price_cents, rating, search_units(items)))
from item_search as s join items on items.id = item_id where category = 0;
--> statement-breakpoint
create index item_tokens_near on item_tokens
  using gin (near_tokens(tokens, latitude, longitude)) with (fastupdate = off);
--> statement-breakpoint
drop index item_search_words;
--> statement-breakpoint
drop function search_tags(integer[], text, smallint);
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
      search_tokens(words, search_labels(categories, condition, exchanges, price_cents, rating, units))
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
end $$;
--> statement-breakpoint
drop trigger items_are_found_as_they_are on items;
--> statement-breakpoint
-- By column: what a booking changes of an item is not among these.
create trigger items_are_found_as_they_are after update of
    title, description, condition, is_available, deleted_at, daily_rate_cents, public_latitude, public_longitude,
    offer_pickup, offer_meetup, offer_delivery, created_at, allow_quantity, quantity_total, quantity_max_per_booking
  on items for each row
  when ((old.title, old.description, old.condition, old.is_available, old.deleted_at, old.daily_rate_cents,
      old.public_latitude, old.public_longitude, old.offer_pickup, old.offer_meetup, old.offer_delivery, old.created_at,
      old.allow_quantity, old.quantity_total, old.quantity_max_per_booking)
    is distinct from (new.title, new.description, new.condition, new.is_available, new.deleted_at, new.daily_rate_cents,
      new.public_latitude, new.public_longitude, new.offer_pickup, new.offer_meetup, new.offer_delivery, new.created_at,
      new.allow_quantity, new.quantity_total, new.quantity_max_per_booking))
  execute function refresh_search_of_item();
--> statement-breakpoint
create trigger food_truck_given after insert on food_truck_settings referencing new table as changed
  for each statement execute function refresh_search_by_item_id();
--> statement-breakpoint
create trigger food_truck_taken after delete on food_truck_settings referencing old table as changed
  for each statement execute function refresh_search_by_item_id();
