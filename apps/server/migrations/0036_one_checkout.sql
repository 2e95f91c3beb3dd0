-- As before, and besides: who has an unpaid checkout of an item has no second one for the same time. The item's row
-- decides which of two windows was first, so that no other lock is needed.
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
