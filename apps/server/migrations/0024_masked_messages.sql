ALTER TABLE "messages" ADD COLUMN "masked_kinds" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "masking_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_by_masking_version" ON "messages" USING btree ("masking_version","conversation_id");--> statement-breakpoint
CREATE INDEX "messages_of_sender" ON "messages" USING btree ("conversation_id","sender_id","sequence");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_masked_kinds_are_known" CHECK ("messages"."masked_kinds" <@ array['phone', 'email', 'address', 'payment', 'link', 'handle']);--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_masked_kinds_have_text" CHECK (("messages"."masked_content" is null) = (cardinality("messages"."masked_kinds") = 0) or "messages"."masking_version" = 0);