CREATE TABLE "handoff_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"shown_by" text NOT NULL,
	"renewals" integer DEFAULT 0 NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"used_step" integer,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "handoff_codes_kind_is_known" CHECK ("handoff_codes"."kind" in ('pickup', 'return')),
	CONSTRAINT "handoff_codes_side_is_known" CHECK ("handoff_codes"."shown_by" in ('renter', 'owner')),
	CONSTRAINT "handoff_codes_tries_are_limited" CHECK ("handoff_codes"."renewals" >= 0 and "handoff_codes"."wrong_tries" between 0 and 5)
);
--> statement-breakpoint
ALTER TABLE "handoff_codes" ADD CONSTRAINT "handoff_codes_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "handoff_codes_one_per_person" ON "handoff_codes" USING btree ("booking_id","kind","shown_by");