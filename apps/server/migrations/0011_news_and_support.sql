CREATE TABLE "cookie_policy" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "cookie_policy_version_unique" UNIQUE("version")
);
--> statement-breakpoint
CREATE TABLE "prohibited_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"category" text NOT NULL,
	"item" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "prohibited_items_item_once" UNIQUE("category","item")
);
--> statement-breakpoint
CREATE TABLE "error_logs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"error_type" text NOT NULL,
	"error_message" text NOT NULL,
	"stack_trace" text,
	"url" text NOT NULL,
	"severity" text NOT NULL,
	"user_id" uuid,
	"user_email" text,
	"is_admin" boolean,
	"is_approved" boolean,
	"user_agent" text,
	"browser_info" jsonb,
	"user_action" text,
	"user_journey" jsonb,
	"form_data" jsonb,
	"request_data" jsonb,
	"session_duration" double precision,
	"previous_url" text,
	"api_response_time" double precision,
	"memory_usage" jsonb,
	"error_category" text NOT NULL,
	"severity_score" integer NOT NULL,
	"affected_features" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "error_logs_type_is_known" CHECK ("error_logs"."error_type" in ('frontend', 'api', 'query', 'mutation', 'authentication')),
	CONSTRAINT "error_logs_severity_is_known" CHECK ("error_logs"."severity" in ('warning', 'error', 'critical')),
	CONSTRAINT "error_logs_category_is_known" CHECK ("error_logs"."error_category" in ('payment_failure', 'auth_issue', 'network_error', 'form_error', 'database_error', 'ui_bug', 'general_error')),
	CONSTRAINT "error_logs_score_is_from_1_to_10" CHECK ("error_logs"."severity_score" between 1 and 10)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"action_url" text,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_type_is_known" CHECK ("notifications"."type" in ('booking_request', 'booking_approved', 'booking_declined', 'message', 'payment', 'system', 'other')),
	CONSTRAINT "notifications_lead_to_our_own_pages" CHECK ("notifications"."action_url" ~ '^/([^/\\]|$)'),
	CONSTRAINT "notifications_read_has_time" CHECK ("notifications"."is_read" = ("notifications"."read_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "help_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"priority" text DEFAULT 'normal' NOT NULL,
	"admin_notes" text,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "help_messages_status_is_known" CHECK ("help_messages"."status" in ('open', 'in_progress', 'resolved', 'closed')),
	CONSTRAINT "help_messages_priority_is_known" CHECK ("help_messages"."priority" in ('low', 'normal', 'high', 'urgent'))
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_messages" ADD CONSTRAINT "help_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cookie_policy_one_active" ON "cookie_policy" USING btree ("is_active") WHERE "cookie_policy"."is_active";--> statement-breakpoint
CREATE INDEX "error_logs_by_age" ON "error_logs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE not "notifications"."is_read";--> statement-breakpoint
CREATE INDEX "help_messages_of_user" ON "help_messages" USING btree ("user_id","created_at","id");