CREATE TABLE "user_favorites" (
	"user_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "user_favorites_one_each" PRIMARY KEY("user_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "recently_viewed" (
	"user_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"viewed_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "recently_viewed_one_each" PRIMARY KEY("user_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "saved_search_alerts" (
	"search_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"alerted_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "saved_search_alerts_once_each" PRIMARY KEY("search_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text,
	"category_id" uuid,
	"location" text,
	"latitude" double precision,
	"longitude" double precision,
	"radius" double precision DEFAULT 25 NOT NULL,
	"min_price_cents" integer DEFAULT 0 NOT NULL,
	"max_price_cents" integer DEFAULT 20000,
	"condition" text[] DEFAULT '{}' NOT NULL,
	"exchange" text[] DEFAULT '{}' NOT NULL,
	"min_rating" double precision,
	"start_date" date,
	"end_date" date,
	"quantity" integer,
	"timezone" text NOT NULL,
	"new_since" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	"next_alert_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "saved_searches_name_has_text" CHECK ("saved_searches"."name" ~ '[^[:space:]]' and char_length("saved_searches"."name") <= 100),
	CONSTRAINT "saved_searches_texts_are_short" CHECK (coalesce(char_length("saved_searches"."query") between 1 and 200, true)
        and coalesce(char_length("saved_searches"."location") between 1 and 200, true)),
	CONSTRAINT "saved_searches_place_is_whole" CHECK (("saved_searches"."latitude" is null) = ("saved_searches"."longitude" is null)
        and coalesce("saved_searches"."latitude" between -90 and 90 and "saved_searches"."longitude" between -180 and 180, true)
        and "saved_searches"."radius" > 0),
	CONSTRAINT "saved_searches_prices_make_sense" CHECK ("saved_searches"."min_price_cents" >= 0 and coalesce("saved_searches"."max_price_cents" >= "saved_searches"."min_price_cents", true)),
	CONSTRAINT "saved_searches_choices_are_known" CHECK ("saved_searches"."condition" <@ array['new','like_new','used','heavily_used']::text[] and "saved_searches"."exchange" <@ array['pickup','meetup','delivery']::text[]
        and coalesce("saved_searches"."min_rating" between 0 and 5, true)),
	CONSTRAINT "saved_searches_dates_are_whole" CHECK (("saved_searches"."start_date" is null) = ("saved_searches"."end_date" is null)
        and coalesce("saved_searches"."start_date" <= "saved_searches"."end_date", true) and coalesce("saved_searches"."quantity" >= 1, true))
);
--> statement-breakpoint
ALTER TABLE "user_favorites" ADD CONSTRAINT "user_favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_favorites" ADD CONSTRAINT "user_favorites_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recently_viewed" ADD CONSTRAINT "recently_viewed_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recently_viewed" ADD CONSTRAINT "recently_viewed_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_alerts" ADD CONSTRAINT "saved_search_alerts_search_id_saved_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."saved_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_alerts" ADD CONSTRAINT "saved_search_alerts_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_favorites_by_age" ON "user_favorites" USING btree ("user_id","created_at","item_id");--> statement-breakpoint
CREATE INDEX "user_favorites_of_item" ON "user_favorites" USING btree ("item_id","user_id");--> statement-breakpoint
CREATE INDEX "recently_viewed_by_age" ON "recently_viewed" USING btree ("user_id","viewed_at","item_id");--> statement-breakpoint
CREATE INDEX "recently_viewed_of_item" ON "recently_viewed" USING btree ("item_id","user_id");--> statement-breakpoint
CREATE INDEX "saved_search_alerts_of_item" ON "saved_search_alerts" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "saved_searches_of_user" ON "saved_searches" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "saved_searches_of_category" ON "saved_searches" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "saved_searches_to_alert" ON "saved_searches" USING btree ("next_alert_at") WHERE "saved_searches"."next_alert_at" is not null;