DROP INDEX "pickup_schedules_one_open";--> statement-breakpoint
ALTER TABLE "pickup_schedules" ADD COLUMN "kind" text DEFAULT 'pickup' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "pickup_schedules_one_proposal" ON "pickup_schedules" USING btree ("booking_id","kind") WHERE "pickup_schedules"."status" = 'proposed';--> statement-breakpoint
CREATE UNIQUE INDEX "pickup_schedules_one_in_force" ON "pickup_schedules" USING btree ("booking_id","kind") WHERE "pickup_schedules"."status" = 'confirmed';--> statement-breakpoint
ALTER TABLE "pickup_schedules" ADD CONSTRAINT "pickup_schedules_kind_is_known" CHECK ("pickup_schedules"."kind" in ('pickup', 'return'));