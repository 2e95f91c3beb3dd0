CREATE TABLE "conversation_members" (
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"delivered_sequence" integer DEFAULT 0 NOT NULL,
	"read_sequence" integer DEFAULT 0 NOT NULL,
	"unread_count" integer DEFAULT 0 NOT NULL,
	"is_archived" boolean DEFAULT false NOT NULL,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"last_message_at" timestamp (3) with time zone,
	CONSTRAINT "conversation_members_conversation_id_user_id_pk" PRIMARY KEY("conversation_id","user_id"),
	CONSTRAINT "conversation_members_role_is_known" CHECK ("conversation_members"."role" in ('renter', 'owner')),
	CONSTRAINT "conversation_members_counts_are_valid" CHECK ("conversation_members"."unread_count" >= 0 and "conversation_members"."read_sequence" between 0 and "conversation_members"."delivered_sequence")
);
--> statement-breakpoint
CREATE TABLE "message_photos" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"files_key" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"placeholder" text NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "message_photos_files_key_unique" UNIQUE("files_key")
);
--> statement-breakpoint
CREATE TABLE "user_online_status" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"is_shared" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_type_is_known";--> statement-breakpoint
DROP INDEX "messages_of_conversation";--> statement-breakpoint
DROP INDEX "messages_one_per_request";--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "sender_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "last_sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "recipient_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "booking_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "sequence" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "masked_content" text;--> statement-breakpoint
-- Written by hand, from here: numbers and members for the request messages that exist.
update messages set sequence = numbered.sequence, booking_id = numbered.booking_id
from (
  select messages.id, conversations.booking_id, row_number() over (partition by conversation_id order by messages.created_at, messages.id) as sequence
  from messages join conversations on conversations.id = conversation_id
) as numbered
where numbered.id = messages.id;--> statement-breakpoint
update conversations set last_sequence = latest.sequence
from (select conversation_id, max(sequence) as sequence from messages group by conversation_id) as latest
where latest.conversation_id = conversations.id;--> statement-breakpoint
-- Owners have read the messages of requests that were sent to them on the request's page.
insert into conversation_members (conversation_id, user_id, role, delivered_sequence, read_sequence, last_message_at)
select conversations.id, person.id, person.role, last_sequence, last_sequence, last_message_at
from conversations
join bookings on bookings.id = conversations.booking_id
cross join lateral (values (conversations.renter_id, 'renter'), (conversations.owner_id, 'owner')) as person (id, role)
where owner_decision_deadline is not null;--> statement-breakpoint
update messages set recipient_id = conversations.owner_id, is_read = true, read_at = coalesce(read_at, messages.created_at),
  delivered_at = coalesce(delivered_at, messages.created_at)
from conversations join bookings on bookings.id = conversations.booking_id
where conversations.id = conversation_id and owner_decision_deadline is not null;--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "sequence" SET NOT NULL;--> statement-breakpoint
-- Written by hand, up to here.
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_photos" ADD CONSTRAINT "message_photos_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_online_status" ADD CONSTRAINT "user_online_status_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_members_list" ON "conversation_members" USING btree ("user_id","is_archived","last_message_at","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_members_unread" ON "conversation_members" USING btree ("user_id") WHERE "conversation_members"."unread_count" > 0;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_recipient_id_users_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversations_of_item_and_renter" ON "conversations" USING btree ("item_id","renter_id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_in_order" ON "messages" USING btree ("conversation_id","sequence");--> statement-breakpoint
CREATE INDEX "messages_undelivered" ON "messages" USING btree ("recipient_id") WHERE "messages"."delivered_at" is null and "messages"."recipient_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_unread" ON "messages" USING btree ("conversation_id","recipient_id") WHERE not "messages"."is_read";--> statement-breakpoint
CREATE INDEX "messages_by_words" ON "messages" USING gin (to_tsvector('simple'::regconfig, coalesce("masked_content", "content")));--> statement-breakpoint
CREATE UNIQUE INDEX "messages_one_per_request" ON "messages" USING btree ("booking_id") WHERE "messages"."is_request_message";--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_of_people_have_senders" CHECK (("messages"."message_type" = 'system') = ("messages"."sender_id" is null));--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_of_requests_name_them" CHECK (not "messages"."is_request_message" or "messages"."booking_id" is not null);--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_type_is_known" CHECK ("messages"."message_type" in ('text', 'photo', 'system'));
--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind_is_known";--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind_is_known" CHECK ("ledger_transactions"."kind" in ('capture', 'extension', 'deposit_capture', 'late_fee', 'damage', 'refund_decided', 'refund_withdrawn', 'refund_settled', 'refund_failed', 'refund_paid_by_admin', 'deposit_to_owner', 'deposit_returned', 'transfer', 'transfer_reversal', 'chargeback_opened', 'chargeback_won', 'chargeback_lost', 'owner_penalty', 'owner_debt_netted', 'goodwill', 'provider_fee', 'platform_payout', 'platform_payout_returned', 'close'));
--> statement-breakpoint
CREATE TABLE "booking_reminders" (
	"booking_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "booking_reminders_once" PRIMARY KEY("booking_id","kind","recipient"),
	CONSTRAINT "booking_reminders_kind_is_known" CHECK ("booking_reminders"."kind" in ('request', 'pickup_time', 'return_time', 'extension', 'pickup', 'return', 'return_soon', 'inspection', 'review', 'second_review')),
	CONSTRAINT "booking_reminders_recipient_is_known" CHECK ("booking_reminders"."recipient" in ('renter', 'owner'))
);
--> statement-breakpoint
ALTER TABLE "review_prompts" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "review_prompts" CASCADE;--> statement-breakpoint
DROP INDEX "bookings_returned";--> statement-breakpoint
ALTER TABLE "booking_reminders" ADD CONSTRAINT "booking_reminders_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "outgoing_messages" DROP CONSTRAINT "outgoing_messages_channel_is_known";--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_subscriptions_of_user" ON "push_subscriptions" USING btree ("user_id","created_at");--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_channel_is_known" CHECK ("outgoing_messages"."channel" in ('mail', 'sms', 'push'));
--> statement-breakpoint
CREATE TABLE "conversation_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"notes" text NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "conversation_reports_reason_is_known" CHECK ("conversation_reports"."reason" in ('spam', 'rude', 'payment_outside', 'unsafe', 'other'))
);
--> statement-breakpoint
ALTER TABLE "conversation_members" ADD COLUMN "notified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "stopped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "conversation_reports" ADD CONSTRAINT "conversation_reports_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_reports" ADD CONSTRAINT "conversation_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_reports_open" ON "conversation_reports" USING btree ("conversation_id","user_id") WHERE "conversation_reports"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "conversation_members_waiting" ON "conversation_members" USING btree ("last_message_at") WHERE "conversation_members"."unread_count" > 0;--> statement-breakpoint
CREATE INDEX "conversations_stopped" ON "conversations" USING btree ("stopped_at") WHERE "conversations"."stopped_at" is not null;
