CREATE TABLE "notification_choices" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"is_on" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "notification_choices_once" PRIMARY KEY("user_id","kind","channel"),
	CONSTRAINT "notification_choices_kind_is_known" CHECK ("notification_choices"."kind" in ('urgent', 'requests', 'times', 'reminders', 'rentals', 'reviews', 'messages', 'searches', 'digest', 'weekly', 'recommendations', 'news')),
	CONSTRAINT "notification_choices_channel_is_known" CHECK ("notification_choices"."channel" in ('email', 'sms', 'push'))
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "relevant_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_unread_of_booking" ON "notifications" USING btree (("data"->>'bookingId')) WHERE not "notifications"."is_read";--> statement-breakpoint
CREATE INDEX "notifications_to_outdate" ON "notifications" USING btree ("relevant_until") WHERE not "notifications"."is_read";