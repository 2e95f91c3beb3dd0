ALTER TABLE "payments" ADD COLUMN "card_fingerprint" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "card_funding" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "risk_level" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "risk_score" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "cvc_check" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "postal_code_check" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "failed_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "last_failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "last_failed_charge_id" text;--> statement-breakpoint
CREATE INDEX "users_by_verified_phone" ON "users" USING btree ("phone_number") WHERE "users"."phone_verified_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_of_card" ON "payments" USING btree ("card_fingerprint") WHERE "payments"."card_fingerprint" is not null;