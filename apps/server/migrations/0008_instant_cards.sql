-- Listing cards say whether a listing can be booked instantly.
create or replace function item_card(item items) returns json
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
      'reviewCount', coalesce(review_count, 0), 'ratingSum', coalesce(rating_sum, 0),
      'isInstant', item.is_instant)
    from (values (true)) as one left join item_stats on item_id = item.id
  $$;
--> statement-breakpoint
create function refresh_card_of_item() returns trigger language plpgsql as $$
begin
  perform refresh_item_cards(array[new.id]);
  return null;
end $$;
--> statement-breakpoint
create trigger items_show_instant_booking after update of is_instant on items for each row
  when (old.is_instant is distinct from new.is_instant)
  execute function refresh_card_of_item();
--> statement-breakpoint
select refresh_item_cards(array(select id from items));
