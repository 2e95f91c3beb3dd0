-- Photos were addresses in the item; they become records of their own. Those that are there are the demo's.
insert into photos (owner_id, key, width, height, placeholder, unused_since)
select distinct on (key) owner_id, key, 900, 600,
  'data:image/gif;base64,R0lGODlhAQABAIAAAMzMzAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', null::timestamptz
from items, lateral unnest(images) as image (url),
  lateral (select substring(url from '^/media/(.+)/full\.webp$')) as found (key)
where key is not null
order by key, items.id;
--> statement-breakpoint
insert into item_photos (item_id, photo_id, position)
select items.id, photos.id, (row_number() over (partition by items.id order by at))::integer
from items
cross join lateral unnest(images) with ordinality as image (url, at)
join photos on photos.key = substring(url from '^/media/(.+)/full\.webp$')
where at <= 20;
--> statement-breakpoint
update items set city = trim(split_part(location, ',', 1)), state = upper(trim(split_part(location, ',', 2)))
where location ~ '^[^,]+, [A-Za-z]{2}$';
