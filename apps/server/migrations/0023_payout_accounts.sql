CREATE TABLE "payout_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" text,
	"attempt" integer DEFAULT 1 NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"state" text DEFAULT 'information_needed' NOT NULL,
	"has_submitted_details" boolean DEFAULT false NOT NULL,
	"bank_last4" text,
	"version" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"replaced_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "payout_accounts_state_is_known" CHECK ("payout_accounts"."state" in ('information_needed', 'pending', 'ready', 'rejected', 'disconnected')),
	CONSTRAINT "payout_accounts_bank_has_form" CHECK ("payout_accounts"."bank_last4" ~ '^[0-9]{4}$')
);
--> statement-breakpoint
CREATE TABLE "payment_customers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"provider_id" text,
	"attempt" integer DEFAULT 1 NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_accounts_one_in_use" ON "payout_accounts" USING btree ("user_id") WHERE "payout_accounts"."replaced_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_accounts_provider_id_unique" ON "payout_accounts" USING btree ("provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_customers_provider_id_unique" ON "payment_customers" USING btree ("provider_id");