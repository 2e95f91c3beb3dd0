CREATE TABLE "provider_events_read" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_events_read_has_one_row" CHECK ("provider_events_read"."only")
);
--> statement-breakpoint
ALTER TABLE "webhook_events" DROP CONSTRAINT "webhook_events_status_is_known";--> statement-breakpoint
DROP INDEX "webhook_events_unknown";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "times_sent_back" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "looks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "refunds_sent_back" ON "refunds" USING btree ("created_at") WHERE "refunds"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_events_open" ON "webhook_events" USING btree ("received_at") WHERE "webhook_events"."status" in ('received', 'unknown');--> statement-breakpoint
CREATE INDEX "payout_accounts_to_check" ON "payout_accounts" USING btree ("checked_at") WHERE "payout_accounts"."replaced_at" is null and "payout_accounts"."state" not in ('ready', 'disconnected');--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_status_is_known" CHECK ("webhook_events"."status" in ('received', 'processed', 'ignored', 'unknown', 'given_up'));--> statement-breakpoint
-- Of those that came back before this was counted only the last return is known.
UPDATE "refunds" SET "times_sent_back" = 1 WHERE "status" = 'failed';
