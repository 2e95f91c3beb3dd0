create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger status_transitions_is_append_only before update or delete or truncate on status_transitions
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger rental_events_is_append_only before update or delete or truncate on rental_events
  for each statement execute function refuse_change();
--> statement-breakpoint
create function wake_workers() returns trigger language plpgsql as $$
begin
  perform pg_notify('nexby_jobs', '');
  return null;
end $$;
--> statement-breakpoint
create trigger scheduled_jobs_wake_workers after insert on scheduled_jobs
  for each statement execute function wake_workers();
--> statement-breakpoint
-- Moving the clock makes jobs due.
create trigger app_clock_wakes_workers after update on app_clock
  for each statement execute function wake_workers();
--> statement-breakpoint
create function announce_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('nexby_events', new.audience);
  return null;
end $$;
--> statement-breakpoint
create trigger realtime_events_are_announced after insert on realtime_events
  for each row execute function announce_event();
--> statement-breakpoint
-- Sweeping leaves the last event it passed as a mark; before the first sweep this one is it.
insert into realtime_events (audience, type) values ('nobody', 'beginning');
--> statement-breakpoint
create index realtime_events_in_order on realtime_events (transaction, id);
