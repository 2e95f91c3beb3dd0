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