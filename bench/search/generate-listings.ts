import type pg from "pg";

/** Metro areas: name, latitude, longitude, weight. */
const LINES = `
  new_york 40.73 -73.99 100
  los_angeles 34.05 -118.24 70
  chicago 41.88 -87.63 50
  dallas 32.78 -96.8 42
  houston 29.76 -95.37 40
  washington 38.9 -77.04 34
  philadelphia 39.95 -75.17 33
  miami 25.76 -80.19 33
  atlanta 33.75 -84.39 33
  boston 42.36 -71.06 26
  phoenix 33.45 -112.07 26
  san_francisco 37.77 -122.42 25
  riverside 33.95 -117.4 24
  detroit 42.33 -83.05 23
  seattle 47.61 -122.33 21
  minneapolis 44.98 -93.27 19
  san_diego 32.72 -117.16 17
  tampa 27.95 -82.46 17
  denver 39.74 -104.99 15
  baltimore 39.29 -76.61 15
  st_louis 38.63 -90.2 14
  charlotte 35.23 -80.84 14
  portland 45.52 -122.68 13
  pittsburgh 40.44 -80 12
  austin 30.27 -97.74 12
  sacramento 38.58 -121.49 12
  las_vegas 36.17 -115.14 12
  cleveland 41.5 -81.69 11
  kansas_city 39.1 -94.58 11
  columbus 39.96 -83 11`;

type Metro = { name: string; latitude: number; longitude: number; weight: number };

const METROS: readonly Metro[] = LINES.trim()
  .split("\n")
  .map((line) => {
    const [name = "", latitude, longitude, weight] = line.trim().split(" ");
    return { name, latitude: Number(latitude), longitude: Number(longitude), weight: Number(weight) };
  });

export const METRO_CENTERS = METROS.map((metro) => [metro.weight, metro] as const);

const THINGS = `tent kayak drill ladder mower trimmer projector speaker camera canopy grill cooler trampoline wheelbarrow
  blender mixer snowboard bicycle scooter canoe rowboat paddleboard sander saw wrench jack hoist generator heater fan
  dehumidifier vacuum steamer sewing telescope microscope drone gimbal tripod microphone amplifier guitar keyboard piano
  drum violin trumpet table chair sofa bench stool lamp lantern mirror curtain carpet stage truss screen printer scanner
  router monitor laptop console joystick headset treadmill rower kettlebell dumbbell racket club net goal ball helmet
  skates skis sled surfboard wetsuit snorkel fins raft oar paddle vest trailer hitch roofbox carrier crate dolly forklift
  compressor nailer stapler welder grinder lathe planer router chisel clamp vise workbench toolbox tarp rope pulley winch
  chainsaw splitter chipper shredder tiller spreader sprayer hose pump barrel composter greenhouse planter shovel rake`;

const QUALITIES = `sturdy light compact heavy quiet bright folding cordless electric manual vintage modern portable large small
  professional simple reliable clean colorful wooden steel plastic carbon waterproof insulated inflatable adjustable`;

/** Words that nearly every owner uses. */
const PHRASES = `included ready weekend garden family easy delivery battery charger clean`;

const listOf = (words: string) => `'{${words.trim().split(/\s+/).join(",")}}'::text[]`;

const SET_UP = `
  select setseed(0.42);
  create temp table metro as
    select name, latitude, longitude, sum(weight) over (order by weight desc, name) - weight as low,
      sum(weight) over (order by weight desc, name) as high
    from (values ${METROS.map(
      ({ name, latitude, longitude, weight }) => `('${name}', ${latitude}, ${longitude}, ${weight})`,
    ).join(", ")}) as given (name, latitude, longitude, weight);
  insert into users (email, first_name, default_available_days, default_pickup_start)
    select 'owner' || n || '@nexby.example', 'Owner',
      case when n % 5 = 0 then '{monday,tuesday,wednesday,thursday,friday}'::text[]
        else '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[] end,
      (array['08:00', '09:00', '10:00'])[1 + n % 3]::time
    from generate_series(1, greatest(20, $SIZE / 20)) as n;
  create temp table owner as select id, row_number() over () as n from users;
  create index on owner (n);
  create temp table kind as select id, row_number() over (order by position) as n from categories;`;

/** Locations are normal around a city (a sum of uniforms) and uniform elsewhere; 18% are outside the cities. */
const INSERT_ITEMS = `
  insert into items (owner_id, title, description, daily_rate_cents, condition, is_available, location, latitude,
    longitude, public_latitude, public_longitude, timezone, offer_delivery, offer_meetup, min_rental_days,
    max_rental_days, quantity_total, turnaround_minutes, created_at)
  select owner.id, title, description, daily_rate_cents, condition, made.n % 50 <> 0, 'Town, US', latitude, longitude,
    latitude, longitude, 'America/New_York', random() < 0.3, random() < 0.4, 1 + (random() < 0.1)::integer,
    case when random() < 0.2 then 7 end, 1 + floor(pow(random(), 6) * 5)::integer, (random() < 0.3)::integer * 60,
    now() - random() * interval '700 days'
  from (
    select n, 1 + floor(random() * (select count(*) from owner))::bigint as owner_n,
      initcap(quality) || ' ' || thing || ' ' || quality_two as title,
      concat_ws(' ', phrase_one, thing, phrase_two, (
        select string_agg(left(translate(md5(rank::text), '0123456789', 'ghijklmnop'), 5 + rank % 5), ' ')
        from (select floor(pow(random() + 0 * n, 3) * 20000)::integer as rank from generate_series(1, 18)) as ranks
      )) as description,
      (300 + floor(exp(random() * 4.5) * 130))::integer as daily_rate_cents,
      (array['new', 'like_new', 'used', 'used', 'heavily_used'])[1 + floor(random() * 5)::integer] as condition,
      case when metro.name is null then 30 + random() * 17 else metro.latitude + 0.5 * (near_a + near_b + near_c - 1.5) end as latitude,
      case when metro.name is null then -122 + random() * 46 else metro.longitude + 0.6 * (near_d + near_e + near_f - 1.5) end as longitude
    from (
      select n, random() as near_a, random() as near_b, random() as near_c, random() as near_d, random() as near_e,
        random() as near_f, random() * 1.22 * (select max(high) from metro) as draw,
        (things)[1 + floor(pow(random(), 1.6) * cardinality(things))::integer] as thing,
        (qualities)[1 + floor(random() * cardinality(qualities))::integer] as quality,
        (qualities)[1 + floor(random() * cardinality(qualities))::integer] as quality_two,
        (phrases)[1 + floor(pow(random(), 3) * cardinality(phrases))::integer] as phrase_one,
        (phrases)[1 + floor(random() * cardinality(phrases))::integer] as phrase_two
      from generate_series($FROM::integer, $TO::integer) as n,
        (select ${listOf(THINGS)} as things, ${listOf(QUALITIES)} as qualities, ${listOf(PHRASES)} as phrases) as words
    ) as drawn
    left join metro on draw >= low and draw < high
  ) as made
  join owner on owner.n = owner_n`;

const INSERT_REST = `
  insert into item_categories (item_id, category_id, position)
    select item_id, kind.id, place from (
      select items.id as item_id, place, (1 + (hashtext(items.id::text)::bigint + 2147483648 + place * 4) % 15) as n
      from items, generate_series(1, 3) as place
      where place = 1 or (place = 2 and hashtext(items.id::text) % 3 <> 0) or (place = 3 and hashtext(items.id::text) % 3 = 1)
    ) as chosen join kind using (n);
  insert into item_stats (item_id, review_count, rating_sum)
    select id, reviews, floor(reviews * (3 + 2 * sqrt(random())))::integer
    from (select id, floor(pow(random(), 3) * 40)::integer as reviews from items) as reviewed;
  insert into inventory_holds (listing_id, start_time, end_time, quantity, kind)
    select id, start_time, start_time + (1 + floor(random() * 5)) * interval '1 day' - interval '15 hours', 1, 'reservation'
    from (
      select id, date_trunc('day', now()) + floor(random() * 90 + 0 * place) * interval '1 day' + interval '13 hours' as start_time
      from items, generate_series(1, 3) as place where random() < 0.6
    ) as booked;`;

const TRIGGERED = ["items", "item_categories", "item_stats", "inventory_holds"];
const SEARCHED = "('item_search', 'item_tokens')";
const BATCH = 20_000;

type Options = { size: number; log: (message: string) => void };

/** Fills an empty, migrated database: rows first, then the work of the disabled triggers, then the search indexes. */
export async function generateListings(client: pg.Client, { size, log }: Options): Promise<void> {
  const toggle = (verb: string) =>
    client.query(TRIGGERED.map((table) => `alter table ${table} ${verb} trigger user`).join(";"));
  await toggle("disable");
  await client.query(SET_UP.replaceAll("$SIZE", String(size)));
  for (let from = 1; from <= size; from += BATCH * 5) {
    const to = Math.min(size, from + BATCH * 5 - 1);
    await client.query(INSERT_ITEMS.replace("$FROM", String(from)).replace("$TO", String(to)));
    log(`${to.toLocaleString("en-US")} listings`);
  }
  await client.query(INSERT_REST);
  await client.query("analyze");
  log("categories, ratings and bookings");

  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ${SEARCHED} and indexname not like '%_pk' and indexname not like '%_pkey'`,
  );
  await client.query(indexes.map(({ name }) => `drop index ${name}`).join(";"));
  const { rows: batches } = await client.query<{ ids: string[] }>(
    "select array_agg(id) as ids from (select id, (row_number() over (order by id) - 1) / $1 as batch from items) as all_items group by batch",
    [BATCH],
  );
  for (const { ids } of batches) await client.query("select refresh_item_search($1)", [ids]);
  log("what can be found");
  await client.query("set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 0");
  for (const { name, definition } of indexes) {
    await client.query(definition);
    log(`index ${name}`);
  }
  await toggle("enable");
  await client.query("vacuum analyze");
}
