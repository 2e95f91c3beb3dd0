ALTER TABLE "damage_claims" DROP CONSTRAINT "damage_claims_booking_unique";--> statement-breakpoint
ALTER TABLE "damage_claims" DROP CONSTRAINT "damage_claims_status_is_known";--> statement-breakpoint
CREATE UNIQUE INDEX "damage_claims_booking_unique" ON "damage_claims" USING btree ("booking_id") WHERE "damage_claims"."status" <> 'withdrawn';--> statement-breakpoint
ALTER TABLE "damage_claims" ADD CONSTRAINT "damage_claims_status_is_known" CHECK ("damage_claims"."status" in ('open', 'agreed', 'contested', 'decided', 'charged', 'dismissed', 'uncollectible', 'withdrawn'));