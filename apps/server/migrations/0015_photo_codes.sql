CREATE TABLE "photo_code_tries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"phase" text NOT NULL,
	"by_role" text NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "photo_code_tries_one_per_person" UNIQUE("booking_id","phase","by_role"),
	CONSTRAINT "photo_code_tries_phase_is_known" CHECK ("photo_code_tries"."phase" in ('check_out', 'check_in')),
	CONSTRAINT "photo_code_tries_role_is_known" CHECK ("photo_code_tries"."by_role" in ('renter', 'owner')),
	CONSTRAINT "photo_code_tries_are_limited" CHECK ("photo_code_tries"."wrong_tries" between 0 and 5)
);
--> statement-breakpoint
ALTER TABLE "booking_condition_reports" ADD COLUMN "photo_code" text;--> statement-breakpoint
ALTER TABLE "booking_condition_reports" ADD COLUMN "photo_code_shown_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "photo_code_tries" ADD CONSTRAINT "photo_code_tries_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_condition_reports" ADD CONSTRAINT "booking_condition_reports_code_once" UNIQUE("booking_id","phase","by_role","photo_code");--> statement-breakpoint
ALTER TABLE "booking_condition_reports" ADD CONSTRAINT "booking_condition_reports_code_has_time" CHECK (("booking_condition_reports"."photo_code" is null) = ("booking_condition_reports"."photo_code_shown_at" is null));