CREATE TABLE "captured_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text,
	"body" text NOT NULL,
	"html" text,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "captured_messages_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" text NOT NULL,
	"reason" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rental_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"actor_id" uuid,
	"event_type" text NOT NULL,
	"notes" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "rental_events_type_is_snake_case" CHECK ("rental_events"."event_type" ~ '^[a-z]+(_[a-z]+)*$')
);
--> statement-breakpoint
CREATE TABLE "status_transitions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"field" text DEFAULT 'status' NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"transition_type" text NOT NULL,
	"reason" text,
	"actor_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "status_transitions_type_is_known" CHECK ("status_transitions"."transition_type" in ('party', 'admin', 'system')),
	CONSTRAINT "status_transitions_change_something" CHECK ("status_transitions"."from_status" is distinct from "status_transitions"."to_status")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"response_status" integer,
	"response_body" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "scheduled_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_type" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" text NOT NULL,
	"dedupe_key" text DEFAULT '' NOT NULL,
	"scheduled_at" timestamp (3) with time zone NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"retry_count" integer DEFAULT 0 NOT NULL,
	"max_retries" integer DEFAULT 3 NOT NULL,
	"last_error" text,
	"locked_by" text,
	"lease_until" timestamp (3) with time zone,
	"lease_losses" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "scheduled_jobs_status_is_known" CHECK ("scheduled_jobs"."status" in ('pending', 'running', 'completed', 'failed', 'canceled')),
	CONSTRAINT "scheduled_jobs_counts_make_sense" CHECK ("scheduled_jobs"."retry_count" between 0 and "scheduled_jobs"."max_retries" and "scheduled_jobs"."lease_losses" >= 0),
	CONSTRAINT "scheduled_jobs_running_has_lease" CHECK (("scheduled_jobs"."status" = 'running') = ("scheduled_jobs"."locked_by" is not null and "scheduled_jobs"."lease_until" is not null))
);
--> statement-breakpoint
CREATE TABLE "outgoing_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text,
	"body" text,
	"html" text,
	"status" text DEFAULT 'queued' NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "outgoing_messages_channel_is_known" CHECK ("outgoing_messages"."channel" in ('mail', 'sms')),
	CONSTRAINT "outgoing_messages_status_is_known" CHECK ("outgoing_messages"."status" in ('queued', 'sent', 'dead')),
	CONSTRAINT "outgoing_messages_have_words_until_sent" CHECK ("outgoing_messages"."status" = 'sent' or "outgoing_messages"."body" is not null)
);
--> statement-breakpoint
CREATE TABLE "realtime_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "realtime_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"audience" text NOT NULL,
	"type" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" timestamp with time zone[] DEFAULT '{}' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "captured_messages_by_age" ON "captured_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_of_entity" ON "audit_log" USING btree ("entity_type","entity_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_of_actor" ON "audit_log" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_by_age" ON "audit_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "rental_events_of_booking" ON "rental_events" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE INDEX "status_transitions_of_entity" ON "status_transitions" USING btree ("entity_type","entity_id","created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_jobs_live_unique" ON "scheduled_jobs" USING btree ("job_type","entity_id","dedupe_key") WHERE "scheduled_jobs"."status" in ('pending', 'running');--> statement-breakpoint
CREATE INDEX "scheduled_jobs_due" ON "scheduled_jobs" USING btree ("scheduled_at","id") WHERE "scheduled_jobs"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "scheduled_jobs_running" ON "scheduled_jobs" USING btree ("lease_until") WHERE "scheduled_jobs"."status" = 'running';--> statement-breakpoint
CREATE INDEX "scheduled_jobs_live_of_entity" ON "scheduled_jobs" USING btree ("entity_type","entity_id") WHERE "scheduled_jobs"."status" in ('pending', 'running');--> statement-breakpoint
CREATE INDEX "scheduled_jobs_finished" ON "scheduled_jobs" USING btree ("finished_at") WHERE "scheduled_jobs"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "outgoing_messages_not_sent" ON "outgoing_messages" USING btree ("created_at") WHERE "outgoing_messages"."status" <> 'sent';--> statement-breakpoint
CREATE INDEX "realtime_events_of_audience" ON "realtime_events" USING btree ("audience","transaction","id");--> statement-breakpoint
CREATE INDEX "realtime_events_by_age" ON "realtime_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "throttles_to_expire" ON "throttles" USING btree ("expires_at");