ALTER TABLE "categories" DROP CONSTRAINT "categories_name_unique";--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name_unique" ON "categories" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "items_by_public_position" ON "items" USING gist (point("public_longitude", "public_latitude")) WHERE "items"."deleted_at" is null;