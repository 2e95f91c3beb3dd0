ALTER TABLE "users" ADD COLUMN "shares_phone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "exchange_town" text;