CREATE TABLE "identity_provider_records" (
	"model" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"uid" text,
	"consumed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_provider_records_pkey" PRIMARY KEY("model","id")
);
--> statement-breakpoint
CREATE TABLE "identity_links" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"id_token" text NOT NULL,
	"return_to" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "password_resets_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_flows" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"return_to" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_identities" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "user_identities_subject_once" UNIQUE("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "user_verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"target" text NOT NULL,
	"code_hash" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"verified_at" timestamp (3) with time zone,
	CONSTRAINT "user_verifications_type_is_known" CHECK ("user_verifications"."type" in ('email', 'phone', 'email_change_current', 'email_change_new')),
	CONSTRAINT "user_verifications_status_is_known" CHECK ("user_verifications"."status" in ('pending', 'verified', 'failed', 'expired')),
	CONSTRAINT "user_verifications_attempts_are_bounded" CHECK ("user_verifications"."attempts" between 0 and 5),
	CONSTRAINT "user_verifications_expire_later" CHECK ("user_verifications"."expires_at" > "user_verifications"."created_at"),
	CONSTRAINT "user_verifications_verified_has_time" CHECK (("user_verifications"."status" = 'verified') = ("user_verifications"."verified_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "privacy_policy" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "privacy_policy_version_unique" UNIQUE("version")
);
--> statement-breakpoint
CREATE TABLE "platform_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "id_token" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "primary_use" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "payment_customer_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "subscription_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "connect_account_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "connect_onboarded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "notify_email" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "notify_sms" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "default_pickup_start" time DEFAULT '09:00' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "default_pickup_end" time DEFAULT '18:00' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "default_dropoff_start" time DEFAULT '09:00' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "default_dropoff_end" time DEFAULT '18:00' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "default_available_days" text[] DEFAULT '{"monday","tuesday","wednesday","thursday","friday","saturday","sunday"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "identity_links" ADD CONSTRAINT "identity_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_verifications" ADD CONSTRAINT "user_verifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_provider_records_of_grant" ON "identity_provider_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "identity_provider_records_by_uid" ON "identity_provider_records" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "identity_provider_records_by_end" ON "identity_provider_records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "identity_links_of_user" ON "identity_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_links_by_age" ON "identity_links" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "password_resets_of_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_resets_by_age" ON "password_resets" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sign_in_flows_by_age" ON "sign_in_flows" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "user_identities_of_user" ON "user_identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_verifications_of_user" ON "user_verifications" USING btree ("user_id","type","created_at");--> statement-breakpoint
CREATE INDEX "user_verifications_by_age" ON "user_verifications" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "user_verifications_one_pending" ON "user_verifications" USING btree ("user_id","type") WHERE "user_verifications"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_policy_one_active" ON "privacy_policy" USING btree ("is_active") WHERE "privacy_policy"."is_active";--> statement-breakpoint
CREATE INDEX "users_by_age" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_awaiting_approval" ON "users" USING btree ("created_at","id") WHERE not "users"."is_approved" and not "users"."is_admin" and "users"."suspended_at" is null;--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("created_at","id") WHERE "users"."suspended_at" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_phone_is_international" CHECK ("users"."phone_number" ~ '^[+][1-9][0-9]{7,14}$');--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_primary_use_is_known" CHECK ("users"."primary_use" in ('renter', 'owner'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_pickup_window_has_length" CHECK ("users"."default_pickup_start" < "users"."default_pickup_end");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_dropoff_window_has_length" CHECK ("users"."default_dropoff_start" < "users"."default_dropoff_end");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_available_days_are_weekdays" CHECK (cardinality("users"."default_available_days") between 1 and 7 and "users"."default_available_days" <@ array['monday','tuesday','wednesday','thursday','friday','saturday','sunday']::text[]);