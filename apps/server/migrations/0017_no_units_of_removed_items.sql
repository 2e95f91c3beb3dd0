-- As before, and besides: what its owner has taken down cannot be taken. The item's row decides who of the two was
-- first, for both change it.
create or replace function guard_inventory_hold() returns trigger language plpgsql as $$
declare
  capacity integer;
  turnaround interval;
  removed_at timestamptz;
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
    returning quantity_total, turnaround_minutes * interval '1 minute', deleted_at into capacity, turnaround, removed_at;

  if removed_at is not null then
    raise exception 'item % was taken down', new.listing_id
      using errcode = 'exclusion_violation', constraint = 'inventory_holds_fit_the_item', table = 'inventory_holds';
  end if;

  if inventory_peak(new.listing_id, new.start_time, new.end_time, turnaround, new.id) + new.quantity > capacity then
    raise exception 'item % has fewer than % units free in this period', new.listing_id, new.quantity
      using errcode = 'exclusion_violation', constraint = 'inventory_holds_fit_the_item', table = 'inventory_holds';
  end if;
  return new;
end $$;
