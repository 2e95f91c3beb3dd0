insert into app_clock default values;
--> statement-breakpoint
-- The product's now. Stable: one value for a whole statement and, as now() is, for a whole transaction.
create function app_now() returns timestamptz
  language sql stable parallel safe
  return (select now() + offset_ms * interval '1 millisecond' from app_clock);
--> statement-breakpoint
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
--> statement-breakpoint
create trigger app_clock_moves_forward before update or delete on app_clock
  for each row execute function keep_clock_moving_forward();
