CREATE TABLE "admin_notification_settings" (
	"kind" text PRIMARY KEY NOT NULL,
	"email" boolean NOT NULL,
	"updated_by" uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" boolean NOT NULL,
	"sms" boolean NOT NULL,
	"push" boolean NOT NULL,
	"booking" boolean NOT NULL,
	"messaging" boolean NOT NULL,
	"search" boolean NOT NULL,
	"recommendation" boolean NOT NULL,
	"marketing" boolean NOT NULL,
	"weekly_digest" boolean NOT NULL,
	"quiet_hours" boolean NOT NULL,
	"quiet_from" time NOT NULL,
	"quiet_until" time NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"notification_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"message_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "notifications_log_channel_is_known" CHECK ("notifications_log"."channel" in ('email', 'sms', 'push')),
	CONSTRAINT "notifications_log_state_is_known" CHECK ("notifications_log"."state" in ('waiting', 'handed_over', 'skipped', 'canceled')),
	CONSTRAINT "notifications_log_handed_over_has_message" CHECK (("notifications_log"."state" = 'handed_over') = ("notifications_log"."message_id" is not null)),
	CONSTRAINT "notifications_log_reason_is_given" CHECK (("notifications_log"."state" in ('skipped', 'canceled')) = ("notifications_log"."reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD COLUMN "unsubscribe_user_id" uuid;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD COLUMN "unsubscribe_topic" text;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_notification_settings" ADD CONSTRAINT "admin_notification_settings_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications_log" ADD CONSTRAINT "notifications_log_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications_log" ADD CONSTRAINT "notifications_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications_log" ADD CONSTRAINT "notifications_log_message_id_outgoing_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."outgoing_messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_log_once" ON "notifications_log" USING btree ("notification_id","channel");--> statement-breakpoint
CREATE INDEX "notifications_log_waiting" ON "notifications_log" USING btree ("user_id","channel","due_at") WHERE "notifications_log"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "notifications_log_overdue" ON "notifications_log" USING btree ("due_at") WHERE "notifications_log"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "notifications_log_of_user" ON "notifications_log" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_log_of_message" ON "notifications_log" USING btree ("message_id");--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_unsubscribe_user_id_users_id_fk" FOREIGN KEY ("unsubscribe_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;