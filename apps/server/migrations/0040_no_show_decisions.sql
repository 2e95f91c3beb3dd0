DROP INDEX "bookings_agreed";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "is_delivery_attempted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "absent_party" text;--> statement-breakpoint
CREATE INDEX "bookings_agreed" ON "bookings" USING btree ("owner_id","approved_at","canceled_by","absent_party") WHERE "bookings"."approved_at" is not null;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_attempt_is_the_owners" CHECK (not "bookings"."is_delivery_attempted"
        or ("bookings"."exchange_type" = 'delivery' and coalesce("bookings"."no_show_reported_by" = 'owner', false)));--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_absence_is_decided" CHECK ("bookings"."absent_party" is null
        or ("bookings"."absent_party" in ('renter', 'owner') and "bookings"."status" = 'canceled' and "bookings"."rental_status" = 'no_show'));--> statement-breakpoint
-- Until now a no-show was decided only by nobody's contesting it: who was reported did not come.
update bookings set absent_party = case no_show_reported_by when 'owner' then 'renter' else 'owner' end
where status = 'canceled' and rental_status = 'no_show' and no_show_reported_by is not null;
--> statement-breakpoint
-- These were not the words of the owner, who never saw the request.
update bookings set decline_reason = null
where decline_reason = 'The request could not be accepted' and owner_decision_deadline is null;
--> statement-breakpoint
update booking_requests set decline_reason = null from bookings
where bookings.id = booking_id and booking_requests.decline_reason is not null and bookings.decline_reason is null;
