CREATE TABLE "reconciled_movements" (
	"movement_id" text PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "reconciled_movements_are_posted_once" UNIQUE("transaction_id")
);
--> statement-breakpoint
CREATE TABLE "reconciliation_differences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"provider_cents" bigint,
	"ledger_cents" bigint,
	"note" text NOT NULL,
	"occurred_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "reconciliation_differences_kind_is_known" CHECK ("reconciliation_differences"."kind" in ('movement_not_posted', 'movement_amount_differs', 'posting_without_movement', 'balance_differs', 'authorization_unknown', 'authorization_amount_differs', 'authorization_gone', 'refund_differs', 'transfer_differs', 'ledger_rule_broken'))
);
--> statement-breakpoint
CREATE TABLE "reconciliation_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"compared_from" timestamp (3) with time zone NOT NULL,
	"compared_through" timestamp (3) with time zone NOT NULL,
	"movement_count" integer NOT NULL,
	"new_count" integer NOT NULL,
	"open_count" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "reconciliation_runs_reach_forward" CHECK ("reconciliation_runs"."compared_from" <= "reconciliation_runs"."compared_through")
);
--> statement-breakpoint
ALTER TABLE "reconciled_movements" ADD CONSTRAINT "reconciled_movements_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_differences_open_once" ON "reconciliation_differences" USING btree ("kind","subject") WHERE "reconciliation_differences"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "reconciliation_differences_by_age" ON "reconciliation_differences" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "reconciliation_runs_by_start" ON "reconciliation_runs" USING btree ("started_at");