ALTER TABLE "messages" ADD COLUMN "is_request_message" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now a request message was the renter's message with the timestamp of its conversation.
UPDATE "messages" SET "is_request_message" = true FROM (
  SELECT DISTINCT ON (m."conversation_id") m."id" FROM "messages" m
  JOIN "conversations" c ON c."id" = m."conversation_id" AND c."created_at" = m."created_at" AND c."renter_id" = m."sender_id"
  WHERE c."booking_id" IS NOT NULL ORDER BY m."conversation_id", m."id"
) AS request WHERE "messages"."id" = request."id";--> statement-breakpoint
CREATE UNIQUE INDEX "messages_one_per_request" ON "messages" USING btree ("conversation_id") WHERE "messages"."is_request_message";