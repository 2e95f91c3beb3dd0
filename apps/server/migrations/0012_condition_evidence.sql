CREATE TABLE "condition_confirmations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"by_role" text NOT NULL,
	"phase" text NOT NULL,
	"head_sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "condition_confirmations_are_known" CHECK ("condition_confirmations"."by_role" in ('renter', 'owner') and "condition_confirmations"."phase" in ('check_out', 'check_in'))
);
--> statement-breakpoint
CREATE TABLE "evidence_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"author_role" text NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"content_sha256" text NOT NULL,
	"previous_sha256" text NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "evidence_links_cover_once" UNIQUE("subject_id"),
	CONSTRAINT "evidence_links_in_order" UNIQUE("booking_id","position"),
	CONSTRAINT "evidence_links_kind_is_known" CHECK ("evidence_links"."kind" in ('photo', 'report', 'confirmation')),
	CONSTRAINT "evidence_links_author_is_known" CHECK ("evidence_links"."author_role" in ('renter', 'owner')),
	CONSTRAINT "evidence_links_start_at_one" CHECK ("evidence_links"."position" >= 1)
);
--> statement-breakpoint
CREATE TABLE "evidence_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"files_key" text NOT NULL,
	"original_sha256" text NOT NULL,
	"copy_sha256" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"placeholder" text NOT NULL,
	"files_removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "evidence_photos_files_once" UNIQUE("files_key"),
	CONSTRAINT "evidence_photos_have_size" CHECK ("evidence_photos"."width" > 0 and "evidence_photos"."height" > 0),
	CONSTRAINT "evidence_photos_have_hashes" CHECK ("evidence_photos"."original_sha256" ~ '^[0-9a-f]{64}$' and "evidence_photos"."copy_sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "item_marks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"item_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"description" text NOT NULL,
	"photo_id" uuid,
	"agreed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "item_marks_in_order" UNIQUE("report_id","position")
);
--> statement-breakpoint
CREATE TABLE "rental_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"photo_id" uuid NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"user_role" text NOT NULL,
	"stage" text NOT NULL,
	"shot" text,
	"photo_url" text NOT NULL,
	"filename" text NOT NULL,
	"file_size" integer NOT NULL,
	"mime_type" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "rental_photos_once" UNIQUE("photo_id"),
	CONSTRAINT "rental_photos_role_is_known" CHECK ("rental_photos"."user_role" in ('renter', 'owner')),
	CONSTRAINT "rental_photos_stage_is_known" CHECK ("rental_photos"."stage" in ('pickup', 'during', 'return')),
	CONSTRAINT "rental_photos_have_bytes" CHECK ("rental_photos"."file_size" > 0)
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "renter_checkout_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "owner_checkout_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "renter_checkin_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "owner_checkin_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "condition_out" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "condition_in" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "condition_out_notes" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "condition_in_notes" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "renter_checkout_photos" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "renter_checkin_photos" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "owner_checkin_photos" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "renter_confirmed_out_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "owner_confirmed_out_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "renter_signed_in_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "owner_signed_in_at" timestamp (3) with time zone;--> statement-breakpoint
-- Until now the system reported a good condition in people's names. Their own notes are on the timeline, in checkout_notes,
-- return_notes and claim_notes; those an owner wrote when closing the rental are only here.
UPDATE "bookings" SET "condition_in_notes" = "reports"."notes" FROM (
  SELECT DISTINCT ON ("booking_id") "booking_id", "notes" FROM "booking_condition_reports"
  WHERE "by_role" = 'owner' AND "phase" = 'check_in' AND "condition" = 'good' AND "notes" IS NOT NULL
  ORDER BY "booking_id", "created_at" DESC
) AS "reports"
WHERE "bookings"."id" = "reports"."booking_id" AND "reports"."notes" IS DISTINCT FROM "bookings"."return_notes";--> statement-breakpoint
DELETE FROM "booking_report_photos";--> statement-breakpoint
DELETE FROM "booking_condition_reports";--> statement-breakpoint
ALTER TABLE "booking_report_photos" ADD COLUMN "photo_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "booking_report_photos" ADD COLUMN "position" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "condition_confirmations" ADD CONSTRAINT "condition_confirmations_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_links" ADD CONSTRAINT "evidence_links_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_links" ADD CONSTRAINT "evidence_links_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_photos" ADD CONSTRAINT "evidence_photos_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_photos" ADD CONSTRAINT "evidence_photos_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_marks" ADD CONSTRAINT "item_marks_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_marks" ADD CONSTRAINT "item_marks_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_marks" ADD CONSTRAINT "item_marks_report_id_booking_condition_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."booking_condition_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_marks" ADD CONSTRAINT "item_marks_photo_id_evidence_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."evidence_photos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rental_photos" ADD CONSTRAINT "rental_photos_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rental_photos" ADD CONSTRAINT "rental_photos_photo_id_evidence_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."evidence_photos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rental_photos" ADD CONSTRAINT "rental_photos_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "condition_confirmations_of_booking" ON "condition_confirmations" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE INDEX "evidence_photos_of_booking" ON "evidence_photos" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE INDEX "evidence_photos_kept" ON "evidence_photos" USING btree ("created_at") WHERE "evidence_photos"."files_removed_at" is null;--> statement-breakpoint
CREATE INDEX "item_marks_of_booking" ON "item_marks" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "item_marks_known" ON "item_marks" USING btree ("item_id","agreed_at") WHERE "item_marks"."agreed_at" is not null;--> statement-breakpoint
CREATE INDEX "rental_photos_of_booking" ON "rental_photos" USING btree ("booking_id","created_at");--> statement-breakpoint
ALTER TABLE "booking_report_photos" ADD CONSTRAINT "booking_report_photos_photo_id_evidence_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."evidence_photos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_report_photos" ADD CONSTRAINT "booking_report_photos_in_order" UNIQUE("report_id","position");--> statement-breakpoint
ALTER TABLE "booking_report_photos" ADD CONSTRAINT "booking_report_photos_once" UNIQUE("report_id","photo_id");--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_conditions_are_known" CHECK (coalesce("bookings"."condition_out", 'good') in ('good', 'damaged', 'other')
        and coalesce("bookings"."condition_in", 'good') in ('good', 'damaged', 'other'));--> statement-breakpoint
create trigger condition_confirmations_is_append_only before update or delete or truncate on condition_confirmations
  for each statement execute function refuse_change();--> statement-breakpoint
create trigger evidence_links_is_append_only before update or delete or truncate on evidence_links
  for each statement execute function refuse_change();--> statement-breakpoint
create trigger booking_condition_reports_is_append_only before update or delete or truncate on booking_condition_reports
  for each statement execute function refuse_change();--> statement-breakpoint
create trigger booking_report_photos_is_append_only before update or delete or truncate on booking_report_photos
  for each statement execute function refuse_change();--> statement-breakpoint
create trigger rental_photos_is_append_only before update or delete or truncate on rental_photos
  for each statement execute function refuse_change();
