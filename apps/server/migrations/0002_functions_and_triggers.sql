-- Everything drizzle-kit cannot generate from *.table.ts, by area: functions, triggers, and indexes that need an
-- operator class, an included column or a function of ours.


-- Clock

-- The product's current time. Stable like now(): the same value throughout a transaction.
create or replace function app_now() returns timestamptz
  language sql stable parallel safe
  return (select now() + offset_ms * interval '1 millisecond' from app_clock);

create function keep_clock_moving_forward() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'the clock cannot be removed' using errcode = 'check_violation';
  end if;
  if new.offset_ms < old.offset_ms then
    raise exception 'the clock only moves forward' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger app_clock_moves_forward before update or delete on app_clock
  for each row execute function keep_clock_moving_forward();

create function tell_clock_moved() returns trigger language plpgsql as $$
begin
  perform pg_notify('nexby_clock', '');
  return null;
end $$;

-- Servers cache the offset, so they need to hear about every change.
create trigger app_clock_tells_servers after update on app_clock
  for each statement execute function tell_clock_moved();


-- Append-only tables
-- The application role's rights also follow from this trigger: see platform/db/application-role.ts.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

create trigger status_transitions_is_append_only before update or delete or truncate on status_transitions
  for each statement execute function refuse_change();

create trigger rental_events_is_append_only before update or delete or truncate on rental_events
  for each statement execute function refuse_change();

create trigger ledger_transactions_is_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function refuse_change();

create trigger ledger_entries_is_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();


-- Ledger

-- A transaction must have as many entries as it declares, all of its own booking, and sum to zero per currency.
create function check_ledger_transaction() returns trigger language plpgsql as $$
declare
  checked uuid;
begin
  if tg_table_name = 'ledger_transactions' then checked := new.id; else checked := new.transaction_id; end if;
  if exists (
    select 1
    from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id
    where t.id = checked
    group by t.id
    having count(e.id) <> t.entry_count or bool_or(e.booking_id is distinct from t.booking_id)
  ) or exists (
    select 1 from ledger_entries where transaction_id = checked group by currency having sum(amount_cents) <> 0
  ) then
    raise exception 'ledger transaction % does not balance', checked
      using errcode = 'check_violation', constraint = 'ledger_transactions_balance';
  end if;
  return null;
end $$;

-- Deferred to commit, when all entries have been inserted.
create constraint trigger ledger_transactions_balance after insert on ledger_transactions
  deferrable initially deferred for each row execute function check_ledger_transaction();

create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function check_ledger_transaction();


-- Jobs and realtime events

create function wake_workers() returns trigger language plpgsql as $$
begin
  perform pg_notify('nexby_jobs', '');
  return null;
end $$;

create trigger scheduled_jobs_wake_workers after insert on scheduled_jobs
  for each statement execute function wake_workers();

-- Moving the clock makes jobs due.
create trigger app_clock_wakes_workers after update on app_clock
  for each statement execute function wake_workers();

create function announce_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('nexby_events', new.audience);
  return null;
end $$;

create trigger realtime_events_are_announced after insert on realtime_events
  for each row execute function announce_event();

create index realtime_events_in_order on realtime_events (transaction, id);


-- People

-- Admins look people up by any part of a name or email address.
create index users_by_text on users using gin ((coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email) gin_trgm_ops);


-- Occupancy

create index inventory_holds_occupied on inventory_holds
  using gist (listing_id, tstzrange(start_time, end_time)) where released_at is null;

-- The most units taken at any instant of [from_time, to_time + turnaround) by live holds other than `except_hold`.
-- A hold occupies [start_time, end_time + turnaround). Usage only rises where a hold starts, so checking those
-- instants is enough.
create function inventory_peak(
  listing uuid, from_time timestamptz, to_time timestamptz, turnaround interval, except_hold uuid default null
) returns bigint
  language sql stable as $$
  with occupied as (
    select start_time as from_t, end_time + turnaround as to_t, quantity
    from inventory_holds
    where listing_id = listing
      and id is distinct from except_hold
      and released_at is null
      and (expires_at is null or expires_at > app_now())
      and tstzrange(start_time, end_time) && tstzrange(from_time - turnaround, to_time + turnaround)
  ),
  changes as (
    select greatest(from_t, from_time) as at, quantity as change from occupied
    union all
    select to_t, -quantity from occupied
  ),
  usage as (
    -- At the same instant ends sort before starts: a returned unit can be rented out again immediately.
    select sum(change) over (order by at, change rows unbounded preceding) as taken from changes
  )
  select coalesce(max(taken), 0)::bigint from usage;
$$;

-- Rejects a hold that would take more units than the item has, at every isolation level. Updating the item's row queues
-- concurrent writers and makes stale snapshots fail; a row lock alone would let a REPEATABLE READ transaction count with
-- an old snapshot. The same update settles two other races: with the owner removing the item, and between two checkout
-- windows of one renter.
create function guard_inventory_hold() returns trigger language plpgsql as $$
declare
  capacity integer;
  turnaround interval;
  removed_at timestamptz;
begin
  -- The check constraint reports a period that runs backwards.
  if new.released_at is not null or new.forced or new.end_time <= new.start_time then
    return new;
  end if;

  -- A hold granted without an expiry stays granted: a late return (forced) must not block changes to the next booking
  -- that take nothing more. A hold with an expiry is always checked again because it may have lapsed.
  if tg_op = 'UPDATE' and old.released_at is null and old.expires_at is null and not old.forced
    and new.listing_id = old.listing_id and new.quantity <= old.quantity
    and new.start_time >= old.start_time and new.end_time <= old.end_time
  then
    return new;
  end if;

  update items set inventory_version = inventory_version + 1 where id = new.listing_id
    returning quantity_total, turnaround_minutes * interval '1 minute', deleted_at into capacity, turnaround, removed_at;

  if removed_at is not null then
    raise exception 'item % was taken down', new.listing_id
      using errcode = 'exclusion_violation', constraint = 'inventory_holds_fit_the_item', table = 'inventory_holds';
  end if;

  -- A renter has at most one unpaid checkout of an item for the same time.
  if tg_op = 'INSERT' and new.kind = 'checkout' and exists (
    select from inventory_holds held join bookings booking on booking.id = held.booking_id
    where held.renter_user_id = new.renter_user_id and held.listing_id = new.listing_id
      and held.released_at is null and held.expires_at > app_now()
      and tstzrange(held.start_time, held.end_time) && tstzrange(new.start_time, new.end_time)
      and booking.status = 'pending' and booking.approval_status = 'draft' and booking.payment_status <> 'authorized'
  ) then
    raise exception 'renter % has a checkout of item % for this period', new.renter_user_id, new.listing_id
      using errcode = 'unique_violation', constraint = 'inventory_holds_one_checkout', table = 'inventory_holds';
  end if;

  if inventory_peak(new.listing_id, new.start_time, new.end_time, turnaround, new.id) + new.quantity > capacity then
    raise exception 'item % has fewer than % units free in this period', new.listing_id, new.quantity
      using errcode = 'exclusion_violation', constraint = 'inventory_holds_fit_the_item', table = 'inventory_holds';
  end if;
  return new;
end $$;

create trigger inventory_holds_fit_the_item before insert or update on inventory_holds
  for each row execute function guard_inventory_hold();

-- An owner who lowers the quantity or lengthens the turnaround must not break existing bookings.
create function guard_item_capacity() returns trigger language plpgsql as $$
begin
  if inventory_peak(new.id, app_now(), 'infinity', new.turnaround_minutes * interval '1 minute') > new.quantity_total then
    raise exception 'item % has more units promised than would remain', new.id
      using errcode = 'exclusion_violation', constraint = 'items_keep_what_is_promised', table = 'items';
  end if;
  return new;
end $$;

create trigger items_keep_what_is_promised before update of quantity_total, turnaround_minutes on items
  for each row
  when (new.quantity_total < old.quantity_total or new.turnaround_minutes > old.turnaround_minutes)
  execute function guard_item_capacity();


-- Calculations shared with the domain

-- Great-circle miles; same formula as milesBetween in the domain.
create function miles_between(
  latitude double precision, longitude double precision, to_latitude double precision, to_longitude double precision
) returns double precision
  language sql immutable parallel safe
  return 2 * 3959 * asin(least(1, sqrt(
    power(sin(radians(to_latitude - latitude) / 2), 2)
    + cos(radians(latitude)) * cos(radians(to_latitude)) * power(sin(radians(to_longitude - longitude) / 2), 2))));

-- The instant of a local time; same rule as instantOf in the domain. A time that daylight saving skips moves forward by
-- the gap. A repeated time means its first occurrence; PostgreSQL's AT TIME ZONE alone would pick the second.
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


-- Search: words, labels and tokens

-- Lowercase letters and digits without accents, separated by single spaces.
create function search_text(written text) returns text
  language sql stable parallel safe
  return trim(regexp_replace(lower(unaccent(written)), '[^[:alnum:]]+', ' ', 'g'));

-- The term itself and the term with each letter left out. Two words that are one typo apart share one of these.
create function search_slips(term text) returns text[]
  language sql immutable parallel safe
  return array(
    select term union
    select left(term, letter - 1) || substr(term, letter + 1) from generate_series(1, length(term)) as letter);

-- A word as a 32-bit number, which keeps rows and indexes small. Two words collide about once in four billion pairs.
create function search_token(written text) returns integer
  language sql immutable parallel safe
  return ('x' || left(md5(written), 8))::bit(32)::integer;

-- Search filters as labels. The # keeps them apart from words, which never contain one. Prices and ratings become
-- buckets; units get one label for each step the listing can supply.
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

-- The week a listing was created, as a label: the newest matches of a word are found week by week.
create function search_week(created_at timestamptz) returns text
  language sql immutable parallel safe
  return '#n' || floor(extract(epoch from created_at - timestamptz 'epoch') / 604800)::integer;

create function search_tokens(words tsvector, labels text[]) returns integer[]
  language sql immutable parallel safe
  return array(select distinct search_token(word) from unnest(tsvector_to_array(words) || labels) as word order by 1);

-- Each token alone, and combined with the half-degree and the tenth-degree square of the listing, so that the index
-- finds a word in a city without reading the whole country. The high cost keeps the planner on the index: for a word
-- that no listing has, evaluating this row by row would read every listing.
create function near_tokens(tokens integer[], latitude double precision, longitude double precision)
  returns integer[]
  language sql immutable parallel safe cost 100000
  return tokens || array(
    select token # (square * 2654435761 % 4294967296 - 2147483648)::integer
    from unnest(array[
        floor((latitude + 90) * 2)::bigint * 720 + floor((longitude + 180) * 2)::bigint,
        1000000 + floor((latitude + 90) * 10)::bigint * 3600 + floor((longitude + 180) * 10)::bigint
      ]) as square,
      unnest(tokens) as token);

-- The most units one booking can have. A food truck is booked as a whole, so any quantity matches it.
create function search_units(item items) returns integer
  language sql stable as $$
    select case
      when exists (select 1 from food_truck_settings where item_id = item.id) then 10000
      when item.allow_quantity then least(item.quantity_total, item.quantity_max_per_booking)
      else 1 end
  $$;


-- Search: indexes and lookups

create index item_tokens_near on item_tokens
  using gin (near_tokens(tokens, latitude, longitude)) with (fastupdate = off);

-- Contains every column that search_nearest filters on, so it finds the nearest listings without reading the table.
-- Words are left out: item_tokens_near locates the rare ones.
create index item_search_nearest on item_search
  using gist (category, at) include (item_id, latitude, longitude, price_cents, rating, condition, exchanges);

-- The search plan depends on how many listings are around a place; the default 100 most frequent cells are too few.
alter table item_search alter column cell set statistics 1000;

-- Listings by distance on the map. The planner assumes that any box is small and would collect and sort everything in
-- it, so these settings leave it only the index order.
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

-- Whether a typed word is known, and if not, longer words that start with it and likely typos. A function because its
-- settings make the planner plan once; planning again for each word takes longer than the lookup.
create function search_word(typed text, token integer, out is_known boolean, out longer json, out guesses json)
  language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  is_known := exists (select 1 from item_tokens where near_tokens(tokens, latitude, longitude) && array[token]);
  if is_known then
    return;
  end if;
  -- The highest Unicode character closes the range of words with this prefix.
  longer := (
    select json_agg(json_build_object('term', term, 'lexeme', lexeme))
    from (
      select term, lexeme from search_terms where term ~>=~ typed and term ~<~ (typed || chr(1114111))
      order by length(term), term limit 20
    ) as beginning);
  guesses := (
    select json_agg(json_build_object('term', term, 'lexeme', lexeme))
    from (
      select term, lexeme from search_terms where slips && search_slips(typed)
      order by abs(length(term) - length(typed)), term limit 50
    ) as guessed);
end $$;


-- Listing cards

-- What lists show of a listing, without its owner's name.
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

create function refresh_cards_by_item_id() returns trigger language plpgsql as $$
begin
  perform refresh_item_cards(array(select distinct item_id from changed));
  return null;
end $$;

create trigger item_photos_given after insert on item_photos referencing new table as changed
  for each statement execute function refresh_cards_by_item_id();

create trigger item_photos_changed after update on item_photos referencing new table as changed
  for each statement execute function refresh_cards_by_item_id();

create trigger item_photos_taken after delete on item_photos referencing old table as changed
  for each statement execute function refresh_cards_by_item_id();


-- Search: keeping item_search, item_tokens, search_terms and item_cards up to date

-- Makes listings findable, or not: paused and removed listings and those of suspended owners are left out.
create function refresh_item_search(changed uuid[]) returns void language plpgsql as $$
begin
  -- Statements that change no rows are common: counting a view tries an insert that usually conflicts.
  if cardinality(changed) = 0 then
    return;
  end if;

  -- One writer per listing at a time: the next one reads what this one wrote, in whichever table.
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
    -- A fixed order keeps two listings with the same new words from deadlocking.
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

-- A refresh relies on the words that search_terms already has. The shared lock keeps the job that forgets unused words
-- (features/search/forgotten-terms.repository.ts) waiting until the refresh commits.
create function use_search_terms() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext($lock$search_terms$lock$));
  return null;
end $$;

-- Every refresh runs this delete before it reads search_terms, even if the delete removes nothing.
create trigger item_tokens_use_search_terms before delete on item_tokens
  for each statement execute function use_search_terms();

create function refresh_search_of_items() returns trigger language plpgsql as $$
begin
  perform refresh_item_search(array(select id from changed));
  return null;
end $$;

create function refresh_search_of_item() returns trigger language plpgsql as $$
begin
  perform refresh_item_search(array[new.id]);
  return null;
end $$;

create function refresh_search_by_item_id() returns trigger language plpgsql as $$
begin
  perform refresh_item_search(array(select distinct item_id from changed));
  return null;
end $$;

create function refresh_search_of_rated() returns trigger language plpgsql as $$
begin
  perform refresh_item_search(array[new.item_id]);
  return null;
end $$;

create function refresh_search_of_category() returns trigger language plpgsql as $$
begin
  perform refresh_item_search(array(select item_id from item_categories where category_id = new.id));
  return null;
end $$;

create function refresh_search_of_owner() returns trigger language plpgsql as $$
begin
  perform refresh_item_search(array(select id from items where owner_id = new.id and deleted_at is null));
  return null;
end $$;

create trigger items_can_be_found after insert on items referencing new table as changed
  for each statement execute function refresh_search_of_items();

-- Lists its columns so that a booking, which only changes inventory_version, does not refresh the search.
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

create trigger item_categories_given after insert on item_categories referencing new table as changed
  for each statement execute function refresh_search_by_item_id();

create trigger item_categories_changed after update on item_categories referencing new table as changed
  for each statement execute function refresh_search_by_item_id();

create trigger item_categories_taken after delete on item_categories referencing old table as changed
  for each statement execute function refresh_search_by_item_id();

create trigger item_stats_given after insert on item_stats referencing new table as changed
  for each statement execute function refresh_search_by_item_id();

create trigger item_stats_rated after update of review_count, rating_sum on item_stats for each row
  when ((old.review_count, old.rating_sum) is distinct from (new.review_count, new.rating_sum))
  execute function refresh_search_of_rated();

create trigger item_stats_taken after delete on item_stats referencing old table as changed
  for each statement execute function refresh_search_by_item_id();

create trigger food_truck_given after insert on food_truck_settings referencing new table as changed
  for each statement execute function refresh_search_by_item_id();

create trigger food_truck_taken after delete on food_truck_settings referencing old table as changed
  for each statement execute function refresh_search_by_item_id();

create trigger users_suspended_or_back after update of suspended_at on users for each row
  when ((old.suspended_at is null) <> (new.suspended_at is null))
  execute function refresh_search_of_owner();

create trigger categories_renamed after update of name on categories for each row
  when (old.name is distinct from new.name)
  execute function refresh_search_of_category();

create function number_search_category() returns trigger language plpgsql as $$
begin
  insert into search_categories (category_id) values (new.id);
  return null;
end $$;

create trigger categories_are_numbered after insert on categories
  for each row execute function number_search_category();
