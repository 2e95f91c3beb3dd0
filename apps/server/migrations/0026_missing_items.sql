ALTER TABLE "inventory_holds" DROP CONSTRAINT "inventory_holds_have_length";--> statement-breakpoint
CREATE INDEX "inventory_holds_overdue" ON "inventory_holds" USING btree ("listing_id") WHERE "inventory_holds"."kind" = 'overdue';--> statement-breakpoint
ALTER TABLE "inventory_holds" ADD CONSTRAINT "inventory_holds_have_length" CHECK ("inventory_holds"."end_time" > "inventory_holds"."start_time" and isfinite("inventory_holds"."start_time")
        and (isfinite("inventory_holds"."end_time") or ("inventory_holds"."kind" = 'overdue' and "inventory_holds"."forced")));--> statement-breakpoint
-- Items that are out now stay unavailable until they are back, not until tomorrow.
UPDATE "inventory_holds" SET "end_time" = 'infinity'
  WHERE "kind" = 'overdue' AND "forced" AND "released_at" IS NULL AND "expires_at" IS NULL;
