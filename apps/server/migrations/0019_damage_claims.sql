CREATE TABLE "damage_claims" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"filed_by" text NOT NULL,
	"damage_type" text NOT NULL,
	"severity" text NOT NULL,
	"description" text NOT NULL,
	"claimed_cents" integer NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"contest_reason" text,
	"decided_at" timestamp (3) with time zone,
	"decision_reason" text,
	"deposit_cents" integer DEFAULT 0 NOT NULL,
	"card_cents" integer DEFAULT 0 NOT NULL,
	"collected_cents" integer DEFAULT 0 NOT NULL,
	"chargeable_at" timestamp (3) with time zone,
	"payment_id" uuid,
	"charge_tries" integer DEFAULT 0 NOT NULL,
	"reminders" integer DEFAULT 0 NOT NULL,
	"pay_by" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "damage_claims_booking_unique" UNIQUE("booking_id"),
	CONSTRAINT "damage_claims_author_is_known" CHECK ("damage_claims"."filed_by" in ('owner', 'system')),
	CONSTRAINT "damage_claims_type_is_known" CHECK ("damage_claims"."damage_type" in ('cosmetic', 'broken', 'missing_pieces', 'dirty', 'lost', 'other')),
	CONSTRAINT "damage_claims_severity_is_known" CHECK ("damage_claims"."severity" in ('low', 'medium', 'high')),
	CONSTRAINT "damage_claims_status_is_known" CHECK ("damage_claims"."status" in ('open', 'agreed', 'contested', 'decided', 'charged', 'dismissed', 'uncollectible')),
	CONSTRAINT "damage_claims_amounts_make_sense" CHECK (least("damage_claims"."claimed_cents", "damage_claims"."deposit_cents", "damage_claims"."card_cents", "damage_claims"."charge_tries") >= 0
        and "damage_claims"."deposit_cents" + "damage_claims"."card_cents" <= "damage_claims"."claimed_cents"
        and "damage_claims"."collected_cents" between 0 and "damage_claims"."deposit_cents" + "damage_claims"."card_cents"
        and "damage_claims"."reminders" between 0 and "damage_claims"."charge_tries"),
	CONSTRAINT "damage_claims_are_answered_once" CHECK (("damage_claims"."contest_reason" is null or "damage_claims"."answered_at" is not null)
        and ("damage_claims"."status" <> 'contested' or "damage_claims"."contest_reason" is not null)),
	CONSTRAINT "damage_claims_are_decided_with_a_reason" CHECK (("damage_claims"."decided_at" is null) = ("damage_claims"."status" in ('open', 'agreed', 'contested'))
        and ("damage_claims"."decided_at" is null) = ("damage_claims"."decision_reason" is null)
        and ("damage_claims"."card_cents" = 0) = ("damage_claims"."chargeable_at" is null))
);
--> statement-breakpoint
CREATE TABLE "damage_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"claim_id" uuid NOT NULL,
	"photo_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"user_role" text NOT NULL,
	"stage" text NOT NULL,
	"photo_url" text NOT NULL,
	"filename" text NOT NULL,
	"file_size" integer NOT NULL,
	"mime_type" text NOT NULL,
	"damage_type" text NOT NULL,
	"damage_description" text NOT NULL,
	"damage_severity" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "damage_photos_in_order" UNIQUE("claim_id","position"),
	CONSTRAINT "damage_photos_once" UNIQUE("claim_id","photo_id"),
	CONSTRAINT "damage_photos_role_is_known" CHECK ("damage_photos"."user_role" in ('renter', 'owner')),
	CONSTRAINT "damage_photos_stage_is_known" CHECK ("damage_photos"."stage" in ('pickup', 'during', 'return')),
	CONSTRAINT "damage_photos_type_is_known" CHECK ("damage_photos"."damage_type" in ('cosmetic', 'broken', 'missing_pieces', 'dirty', 'lost', 'other')),
	CONSTRAINT "damage_photos_severity_is_known" CHECK ("damage_photos"."damage_severity" in ('low', 'medium', 'high')),
	CONSTRAINT "damage_photos_have_bytes" CHECK ("damage_photos"."file_size" > 0)
);
--> statement-breakpoint
ALTER TABLE "evidence_links" DROP CONSTRAINT "evidence_links_kind_is_known";--> statement-breakpoint
ALTER TABLE "damage_claims" ADD CONSTRAINT "damage_claims_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "damage_claims" ADD CONSTRAINT "damage_claims_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "damage_photos" ADD CONSTRAINT "damage_photos_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "damage_photos" ADD CONSTRAINT "damage_photos_claim_id_damage_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."damage_claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "damage_photos" ADD CONSTRAINT "damage_photos_photo_id_evidence_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."evidence_photos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "damage_photos" ADD CONSTRAINT "damage_photos_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "damage_claims_undecided" ON "damage_claims" USING btree ("created_at") WHERE "damage_claims"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "damage_photos_of_booking" ON "damage_photos" USING btree ("booking_id","created_at");--> statement-breakpoint
ALTER TABLE "evidence_links" ADD CONSTRAINT "evidence_links_kind_is_known" CHECK ("evidence_links"."kind" in ('photo', 'report', 'confirmation', 'claim'));--> statement-breakpoint
-- Written by hand: claims filed before they had a table of their own. Only deposits could pay them.
INSERT INTO "damage_claims" ("id", "booking_id", "filed_by", "damage_type", "severity", "description", "claimed_cents",
  "status", "decided_at", "decision_reason", "deposit_cents", "collected_cents", "created_at")
SELECT gen_random_uuid(), "id", CASE WHEN "rental_status" = 'lost' THEN 'system' ELSE 'owner' END,
  CASE WHEN "rental_status" = 'lost' THEN 'lost' ELSE 'other' END, 'medium', coalesce("claim_notes", ''),
  greatest("claim_cents", coalesce("damage_cents", 0)),
  CASE WHEN "status" <> 'closed' THEN 'open' WHEN coalesce("damage_cents", 0) = 0 THEN 'dismissed'
    WHEN "settled_at" IS NULL THEN 'decided' ELSE 'charged' END,
  CASE WHEN "status" = 'closed' THEN coalesce("closed_at", "created_at") END,
  CASE WHEN "status" = 'closed' THEN coalesce("admin_notes", '') END,
  CASE WHEN "status" = 'closed' THEN coalesce("damage_cents", 0) ELSE 0 END,
  CASE WHEN "status" = 'closed' AND "settled_at" IS NOT NULL THEN coalesce("damage_cents", 0) ELSE 0 END,
  coalesce("returned_at", "end_at")
FROM "bookings" WHERE "claim_cents" IS NOT NULL;
