CREATE TABLE "outages" (
	"from_at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "outages_have_order" CHECK ("outages"."from_at" < "outages"."to_at")
);
--> statement-breakpoint
CREATE TABLE "worker_beats" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"ran_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "worker_beats_has_one_row" CHECK ("worker_beats"."only")
);
--> statement-breakpoint
ALTER TABLE "bookings" DROP CONSTRAINT "bookings_deposit_is_known";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "deposit_warned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "deposit_lapsed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "deposit_given_up_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "outages_by_end" ON "outages" USING btree ("to_at");--> statement-breakpoint
CREATE INDEX "bookings_waiting_for_admin" ON "bookings" USING btree ("id") WHERE "bookings"."deposit_lapsed_at" is not null or ("bookings"."status" in ('approved', 'scheduled')
          and ("bookings"."no_show_contested_at" is not null or "bookings"."rental_status" = 'no_show'));--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_deposit_is_known" CHECK ("bookings"."deposit_status" in ('not_required', 'pending', 'action_required', 'secured', 'unsecured', 'lapsed', 'not_charged', 'released', 'partly_kept', 'kept'));