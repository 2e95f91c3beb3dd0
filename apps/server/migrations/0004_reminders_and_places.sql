CREATE TABLE "owner_places" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"offset_meters" double precision NOT NULL,
	"offset_bearing" double precision NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bookings" DROP CONSTRAINT "bookings_deposit_is_known";--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind_is_known";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "payout_reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "booking_requests" ADD COLUMN "checkout_attempts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "replacement_value_cents" integer;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "deposit_renewals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "deposit_reminders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "deposit_reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "handoff_reminders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "place_id" uuid;--> statement-breakpoint
ALTER TABLE "owner_places" ADD CONSTRAINT "owner_places_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "owner_places_of_owner" ON "owner_places" USING btree ("owner_id","latitude");--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_place_id_owner_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."owner_places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookings_waiting_payouts" ON "bookings" USING btree ("payout_eligible_at","id") WHERE "bookings"."payout_status" in ('scheduled', 'failed');--> statement-breakpoint
CREATE INDEX "items_without_place" ON "items" USING btree ("owner_id") WHERE "items"."place_id" is null;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_deposit_is_known" CHECK ("bookings"."deposit_status" in ('not_required', 'pending', 'action_required', 'secured', 'unsecured', 'not_charged', 'released', 'partly_kept', 'kept'));--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind_is_known" CHECK ("ledger_transactions"."kind" in ('capture', 'deposit_capture', 'late_fee', 'damage', 'refund_decided', 'refund_withdrawn', 'refund_settled', 'refund_failed', 'refund_paid_by_admin', 'deposit_to_owner', 'deposit_returned', 'transfer', 'transfer_reversal', 'chargeback_opened', 'chargeback_won', 'chargeback_lost', 'owner_penalty', 'owner_debt_netted', 'goodwill', 'provider_fee', 'platform_payout', 'platform_payout_returned', 'close'));