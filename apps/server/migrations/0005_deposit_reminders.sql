ALTER TABLE "bookings" ADD COLUMN "deposit_reminders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "deposit_reminded_at" timestamp (3) with time zone;