create extension if not exists btree_gist;
--> statement-breakpoint
create index inventory_holds_occupied on inventory_holds
  using gist (listing_id, tstzrange(start_time, end_time)) where released_at is null;
--> statement-breakpoint
-- The most units taken at any instant of [from_time, to_time + turnaround) by live holds other than `except_hold`.
-- A hold occupies [start_time, end_time + turnaround). Usage only rises where a hold starts, so those instants suffice.
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
    -- Ends come before starts of the same instant: a unit that comes back can leave again at once.
    select sum(change) over (order by at, change rows unbounded preceding) as taken from changes
  )
  select coalesce(max(taken), 0)::bigint from usage;
$$;
--> statement-breakpoint
-- Bumping the item's version both queues concurrent writers and makes stale snapshots fail, at any isolation level;
-- a row lock alone would let a REPEATABLE READ transaction count with an old snapshot.
create function guard_inventory_hold() returns trigger language plpgsql as $$
declare
  capacity integer;
  turnaround interval;
begin
  -- A period that runs backwards is the check constraint's to refuse.
  if new.released_at is not null or new.forced or new.end_time <= new.start_time then
    return new;
  end if;

  -- What was granted without an expiry stays granted: a late return (forced) must not block changes to the next
  -- booking that take nothing more. A hold with an expiry is always judged anew, for it may have lapsed meanwhile.
  if tg_op = 'UPDATE' and old.released_at is null and old.expires_at is null and not old.forced
    and new.listing_id = old.listing_id and new.quantity <= old.quantity
    and new.start_time >= old.start_time and new.end_time <= old.end_time
  then
    return new;
  end if;

  update items set inventory_version = inventory_version + 1 where id = new.listing_id
    returning quantity_total, turnaround_minutes * interval '1 minute' into capacity, turnaround;

  if inventory_peak(new.listing_id, new.start_time, new.end_time, turnaround, new.id) + new.quantity > capacity then
    raise exception 'item % has fewer than % units free in this period', new.listing_id, new.quantity
      using errcode = 'exclusion_violation', constraint = 'inventory_holds_fit_the_item', table = 'inventory_holds';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger inventory_holds_fit_the_item before insert or update on inventory_holds
  for each row execute function guard_inventory_hold();
--> statement-breakpoint
-- An owner who lowers the quantity or lengthens the turnaround must not undo what is already promised.
create function guard_item_capacity() returns trigger language plpgsql as $$
begin
  if inventory_peak(new.id, app_now(), 'infinity', new.turnaround_minutes * interval '1 minute') > new.quantity_total then
    raise exception 'item % has more units promised than would remain', new.id
      using errcode = 'exclusion_violation', constraint = 'items_keep_what_is_promised', table = 'items';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger items_keep_what_is_promised before update of quantity_total, turnaround_minutes on items
  for each row
  when (new.quantity_total < old.quantity_total or new.turnaround_minutes > old.turnaround_minutes)
  execute function guard_item_capacity();
