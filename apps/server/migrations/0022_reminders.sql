CREATE TABLE "booking_reminders" (
	"booking_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "booking_reminders_once" PRIMARY KEY("booking_id","kind","recipient"),
	CONSTRAINT "booking_reminders_kind_is_known" CHECK ("booking_reminders"."kind" in ('request', 'pickup_time', 'return_time', 'extension', 'pickup', 'return', 'return_soon', 'inspection', 'review', 'second_review')),
	CONSTRAINT "booking_reminders_recipient_is_known" CHECK ("booking_reminders"."recipient" in ('renter', 'owner'))
);
--> statement-breakpoint
ALTER TABLE "review_prompts" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "review_prompts" CASCADE;--> statement-breakpoint
DROP INDEX "bookings_returned";--> statement-breakpoint
ALTER TABLE "booking_reminders" ADD CONSTRAINT "booking_reminders_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;