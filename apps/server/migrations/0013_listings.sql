CREATE TABLE "external_calendars" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"item_id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text,
	"last_read_at" timestamp (3) with time zone,
	"last_problem" text,
	"imported_count" integer DEFAULT 0 NOT NULL,
	"conflicts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "external_calendars_url_is_https" CHECK ("external_calendars"."url" ~ '^https://')
);
--> statement-breakpoint
CREATE TABLE "food_truck_settings" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"enabled_modes" text DEFAULT 'BOTH' NOT NULL,
	"per_person_price_cents" integer DEFAULT 0 NOT NULL,
	"per_person_min_headcount" integer DEFAULT 1 NOT NULL,
	"tiered_pricing" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"appearance_fee_cents" integer DEFAULT 0 NOT NULL,
	"base_travel_fee_cents" integer DEFAULT 0 NOT NULL,
	"travel_fee_per_mile_cents" integer DEFAULT 0 NOT NULL,
	"travel_radius_miles" double precision,
	"prep_lead_time_hours" integer DEFAULT 24 NOT NULL,
	"setup_time_minutes" integer DEFAULT 30 NOT NULL,
	"power_requirements" text,
	"includes_paper_goods" boolean DEFAULT false NOT NULL,
	"onsite_sales" boolean DEFAULT true NOT NULL,
	"menu_url" text,
	"menu_file_key" text,
	CONSTRAINT "food_truck_settings_modes_are_known" CHECK ("food_truck_settings"."enabled_modes" in ('PER_PERSON', 'APPEARANCE', 'BOTH')),
	CONSTRAINT "food_truck_settings_amounts_are_not_negative" CHECK (least("food_truck_settings"."per_person_price_cents", "food_truck_settings"."appearance_fee_cents", "food_truck_settings"."base_travel_fee_cents",
        "food_truck_settings"."travel_fee_per_mile_cents", "food_truck_settings"."prep_lead_time_hours", "food_truck_settings"."setup_time_minutes") >= 0
        and "food_truck_settings"."per_person_min_headcount" >= 1 and coalesce("food_truck_settings"."travel_radius_miles" >= 0, true)),
	CONSTRAINT "food_truck_settings_menu_is_https" CHECK ("food_truck_settings"."menu_url" ~ '^https://')
);
--> statement-breakpoint
CREATE TABLE "item_photos" (
	"item_id" uuid NOT NULL,
	"photo_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "item_photos_item_id_position_pk" PRIMARY KEY("item_id","position"),
	CONSTRAINT "item_photos_once" UNIQUE("item_id","photo_id"),
	CONSTRAINT "item_photos_positions" CHECK ("item_photos"."position" between 1 and 20)
);
--> statement-breakpoint
CREATE TABLE "listing_drafts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"item_id" uuid,
	"content" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "listing_drafts_one_each" UNIQUE NULLS NOT DISTINCT("user_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"key" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"placeholder" text NOT NULL,
	"has_avif" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	"unused_since" timestamp (3) with time zone DEFAULT now(),
	CONSTRAINT "photos_key_unique" UNIQUE("key"),
	CONSTRAINT "photos_have_size" CHECK ("photos"."width" > 0 and "photos"."height" > 0)
);
--> statement-breakpoint
CREATE TABLE "zip_places" (
	"zip_code" char(5) PRIMARY KEY NOT NULL,
	"city" text NOT NULL,
	"county" text,
	"state" char(2) NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"state" char(2) NOT NULL,
	"county" text,
	"city" text,
	"zip_code" text,
	"tax_rate" numeric(7, 4) NOT NULL,
	"tax_type" text DEFAULT 'sales' NOT NULL,
	"jurisdiction" text,
	"effective_date" date NOT NULL,
	"expiration_date" date,
	"is_active" boolean DEFAULT true NOT NULL,
	"notes" text,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "tax_rates_are_percent" CHECK ("tax_rates"."tax_rate" between 0 and 100),
	CONSTRAINT "tax_rates_state_is_a_code" CHECK ("tax_rates"."state" ~ '^[A-Z]{2}$'),
	CONSTRAINT "tax_rates_end_after_they_start" CHECK ("tax_rates"."expiration_date" >= "tax_rates"."effective_date")
);
--> statement-breakpoint
DROP INDEX "items_by_age";--> statement-breakpoint
DROP INDEX "items_of_owner";--> statement-breakpoint
ALTER TABLE "inventory_holds" ADD COLUMN "external_calendar_id" uuid;--> statement-breakpoint
ALTER TABLE "item_stats" ADD COLUMN "view_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "city" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "county" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "state" char(2);--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "zip_code" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "availability_notes" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "calendar_token" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "external_calendars" ADD CONSTRAINT "external_calendars_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "food_truck_settings" ADD CONSTRAINT "food_truck_settings_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_photos" ADD CONSTRAINT "item_photos_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_photos" ADD CONSTRAINT "item_photos_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_drafts" ADD CONSTRAINT "listing_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_drafts" ADD CONSTRAINT "listing_drafts_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "external_calendars_of_item" ON "external_calendars" USING btree ("item_id") WHERE "external_calendars"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "item_photos_of_photo" ON "item_photos" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "photos_of_owner" ON "photos" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "photos_unused" ON "photos" USING btree ("unused_since") WHERE "photos"."unused_since" is not null;--> statement-breakpoint
CREATE INDEX "zip_places_by_city" ON "zip_places" USING btree (lower("city") text_pattern_ops,"state");--> statement-breakpoint
CREATE INDEX "zip_places_by_position" ON "zip_places" USING btree ("latitude","longitude");--> statement-breakpoint
CREATE INDEX "tax_rates_of_state" ON "tax_rates" USING btree ("state") WHERE "tax_rates"."is_active";--> statement-breakpoint
ALTER TABLE "inventory_holds" ADD CONSTRAINT "inventory_holds_external_calendar_id_external_calendars_id_fk" FOREIGN KEY ("external_calendar_id") REFERENCES "public"."external_calendars"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inventory_holds_of_calendar" ON "inventory_holds" USING btree ("external_calendar_id") WHERE "inventory_holds"."released_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_age" ON "items" USING btree ("created_at","id") WHERE "items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_of_owner" ON "items" USING btree ("owner_id","created_at","id") WHERE "items"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_calendar_token_unique" UNIQUE("calendar_token");--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_availability_notes_are_short" CHECK (char_length("items"."availability_notes") <= 200);