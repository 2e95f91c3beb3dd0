CREATE TABLE "provider_account" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"environment" text NOT NULL,
	"account_id" text,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "provider_account_has_one_row" CHECK ("provider_account"."only"),
	CONSTRAINT "provider_account_environment_is_known" CHECK ("provider_account"."environment" in ('sandbox', 'test', 'live'))
);
--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD COLUMN "failed_payout_id" text;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD COLUMN "failed_payout_cents" integer;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD COLUMN "failed_payout_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "waits_for_balance" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "refunds_pending" ON "refunds" USING btree ("created_at") WHERE "refunds"."status" = 'pending';--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_failure_is_whole" CHECK (num_nulls("payout_accounts"."failed_payout_id", "payout_accounts"."failed_payout_cents", "payout_accounts"."failed_payout_at") in (0, 3));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_wait_while_pending" CHECK (not "refunds"."waits_for_balance" or "refunds"."status" = 'pending');