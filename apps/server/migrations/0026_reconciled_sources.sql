ALTER TABLE "reconciled_movements" ADD COLUMN "source_id" text;--> statement-breakpoint
CREATE INDEX "reconciled_movements_of_source" ON "reconciled_movements" USING btree ("source_id");