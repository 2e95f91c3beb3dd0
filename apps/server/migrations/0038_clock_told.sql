create function tell_clock_moved() returns trigger language plpgsql as $$
begin
  perform pg_notify('nexby_clock', '');
  return null;
end $$;
--> statement-breakpoint
-- Every server tells browsers the time, and asks for it only when it was moved.
create trigger app_clock_tells_servers after update on app_clock
  for each statement execute function tell_clock_moved();
