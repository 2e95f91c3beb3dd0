CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"phone_number" text,
	"city" text,
	"state" char(2),
	"profile_image_url" text,
	"terms_accepted_at" timestamp (3) with time zone,
	"is_admin" boolean DEFAULT false NOT NULL,
	"is_approved" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "users_email_has_form" CHECK ("users"."email" ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
	CONSTRAINT "users_state_is_a_code" CHECK ("users"."state" ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
CREATE TABLE "inventory_holds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"listing_id" uuid NOT NULL,
	"start_time" timestamp (3) with time zone NOT NULL,
	"end_time" timestamp (3) with time zone NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"kind" text DEFAULT 'checkout' NOT NULL,
	"renter_user_id" uuid,
	"booking_id" uuid,
	"expires_at" timestamp (3) with time zone,
	"released_at" timestamp (3) with time zone,
	"forced" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "inventory_holds_kind_is_known" CHECK ("inventory_holds"."kind" in ('checkout', 'reservation', 'block', 'import', 'overdue')),
	CONSTRAINT "inventory_holds_have_length" CHECK ("inventory_holds"."end_time" > "inventory_holds"."start_time" and isfinite("inventory_holds"."start_time") and isfinite("inventory_holds"."end_time")),
	CONSTRAINT "inventory_holds_take_a_unit" CHECK ("inventory_holds"."quantity" >= 1)
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"icon" text,
	"position" integer NOT NULL,
	"commission_rate" numeric(5, 2) DEFAULT '5.00' NOT NULL,
	"lister_commission_rate" numeric(5, 2) DEFAULT '5.00' NOT NULL,
	"renter_commission_rate" numeric(5, 2) DEFAULT '0.00' NOT NULL,
	CONSTRAINT "categories_name_unique" UNIQUE("name"),
	CONSTRAINT "categories_slug_unique" UNIQUE("slug"),
	CONSTRAINT "categories_slug_is_url_safe" CHECK ("categories"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "categories_rates_are_percent" CHECK (least("categories"."commission_rate", "categories"."lister_commission_rate", "categories"."renter_commission_rate") >= 0
        and greatest("categories"."commission_rate", "categories"."lister_commission_rate", "categories"."renter_commission_rate") <= 100)
);
--> statement-breakpoint
CREATE TABLE "item_categories" (
	"item_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "item_categories_item_id_category_id_pk" PRIMARY KEY("item_id","category_id"),
	CONSTRAINT "item_categories_position_unique" UNIQUE("item_id","position"),
	CONSTRAINT "item_categories_at_most_three" CHECK ("item_categories"."position" between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE "item_stats" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"review_count" integer DEFAULT 0 NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "item_stats_ratings_are_one_to_five" CHECK ("item_stats"."review_count" >= 0 and "item_stats"."rating_sum" between "item_stats"."review_count" and 5 * "item_stats"."review_count")
);
--> statement-breakpoint
CREATE TABLE "items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"images" text[] DEFAULT '{}' NOT NULL,
	"condition" text DEFAULT 'used' NOT NULL,
	"is_available" boolean DEFAULT true NOT NULL,
	"currency" char(3) DEFAULT 'USD' NOT NULL,
	"daily_rate_cents" integer NOT NULL,
	"deposit_amount_cents" integer DEFAULT 0 NOT NULL,
	"late_return_fee_cents" integer DEFAULT 0 NOT NULL,
	"cleaning_fee_cents" integer DEFAULT 0 NOT NULL,
	"setup_flat_fee_cents" integer DEFAULT 0 NOT NULL,
	"setup_per_unit_fee_cents" integer DEFAULT 0 NOT NULL,
	"replacement_value_cents" integer,
	"location" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"public_latitude" double precision NOT NULL,
	"public_longitude" double precision NOT NULL,
	"timezone" text NOT NULL,
	"offer_pickup" boolean DEFAULT true NOT NULL,
	"offer_meetup" boolean DEFAULT false NOT NULL,
	"offer_delivery" boolean DEFAULT false NOT NULL,
	"delivery_fee_cents" integer DEFAULT 0 NOT NULL,
	"delivery_radius" double precision,
	"min_rental_days" integer DEFAULT 1 NOT NULL,
	"max_rental_days" integer,
	"cancellation_policy" text DEFAULT 'flexible' NOT NULL,
	"allow_quantity" boolean DEFAULT true NOT NULL,
	"quantity_total" integer DEFAULT 1 NOT NULL,
	"quantity_min_per_booking" integer DEFAULT 1 NOT NULL,
	"quantity_max_per_booking" integer,
	"turnaround_minutes" integer DEFAULT 0 NOT NULL,
	"inventory_version" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "items_title_has_text" CHECK ("items"."title" ~ '[^[:space:]]' and char_length("items"."title") <= 200),
	CONSTRAINT "items_condition_is_known" CHECK ("items"."condition" in ('new', 'like_new', 'used', 'heavily_used')),
	CONSTRAINT "items_cancellation_policy_is_known" CHECK ("items"."cancellation_policy" in ('flexible', 'moderate', 'strict')),
	CONSTRAINT "items_daily_rate_is_positive" CHECK ("items"."daily_rate_cents" > 0),
	CONSTRAINT "items_fees_are_not_negative" CHECK (least("items"."deposit_amount_cents", "items"."late_return_fee_cents", "items"."cleaning_fee_cents",
        "items"."setup_flat_fee_cents", "items"."setup_per_unit_fee_cents", "items"."delivery_fee_cents",
        coalesce("items"."replacement_value_cents", 0)) >= 0 and coalesce("items"."delivery_radius" between 0 and 10000, true)),
	CONSTRAINT "items_position_is_on_earth" CHECK ("items"."latitude" between -90 and 90 and "items"."longitude" between -180 and 180
        and "items"."public_latitude" between -90 and 90 and "items"."public_longitude" between -180 and 180),
	CONSTRAINT "items_rental_days_make_sense" CHECK ("items"."min_rental_days" >= 1 and coalesce("items"."max_rental_days" >= "items"."min_rental_days", true)),
	CONSTRAINT "items_quantities_make_sense" CHECK ("items"."quantity_total" >= 1 and "items"."quantity_min_per_booking" >= 1
        and coalesce("items"."quantity_max_per_booking" >= "items"."quantity_min_per_booking", true)),
	CONSTRAINT "items_turnaround_is_not_negative" CHECK ("items"."turnaround_minutes" >= 0)
);
--> statement-breakpoint
ALTER TABLE "inventory_holds" ADD CONSTRAINT "inventory_holds_listing_id_items_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_holds" ADD CONSTRAINT "inventory_holds_renter_user_id_users_id_fk" FOREIGN KEY ("renter_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_categories" ADD CONSTRAINT "item_categories_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_categories" ADD CONSTRAINT "item_categories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_stats" ADD CONSTRAINT "item_stats_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "inventory_holds_of_renter" ON "inventory_holds" USING btree ("renter_user_id");--> statement-breakpoint
CREATE INDEX "inventory_holds_of_booking" ON "inventory_holds" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "inventory_holds_to_expire" ON "inventory_holds" USING btree ("expires_at") WHERE "inventory_holds"."released_at" is null;--> statement-breakpoint
CREATE INDEX "item_categories_of_category" ON "item_categories" USING btree ("category_id","item_id");--> statement-breakpoint
CREATE INDEX "items_by_age" ON "items" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "items_of_owner" ON "items" USING btree ("owner_id");