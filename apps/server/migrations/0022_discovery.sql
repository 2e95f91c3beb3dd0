CREATE TABLE "user_recommendations" (
	"user_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"item_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"because_item_id" uuid,
	"made_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "user_recommendations_in_order" PRIMARY KEY("user_id","place"),
	CONSTRAINT "user_recommendations_one_each" UNIQUE("user_id","item_id"),
	CONSTRAINT "user_recommendations_reason_is_known" CHECK ("user_recommendations"."reason" in ('viewed', 'favorite', 'near', 'popular')),
	CONSTRAINT "user_recommendations_reason_is_whole" CHECK (("user_recommendations"."reason" in ('viewed', 'favorite')) = ("user_recommendations"."because_item_id" is not null)),
	CONSTRAINT "user_recommendations_are_few" CHECK ("user_recommendations"."place" between 1 and 24)
);
--> statement-breakpoint
CREATE TABLE "search_analytics" (
	"day" date NOT NULL,
	"text" text NOT NULL,
	"filters" text[] NOT NULL,
	"searches" integer NOT NULL,
	"without_result" integer NOT NULL,
	"results" smallint NOT NULL,
	CONSTRAINT "search_analytics_one_each" PRIMARY KEY("day","text","filters"),
	CONSTRAINT "search_analytics_text_is_short" CHECK (char_length("search_analytics"."text") between 1 and 80),
	CONSTRAINT "search_analytics_counts_make_sense" CHECK ("search_analytics"."searches" >= 1 and "search_analytics"."without_result" between 0 and "search_analytics"."searches"
        and "search_analytics"."results" between 0 and 100)
);
--> statement-breakpoint
ALTER TABLE "user_recommendations" ADD CONSTRAINT "user_recommendations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_recommendations" ADD CONSTRAINT "user_recommendations_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_recommendations" ADD CONSTRAINT "user_recommendations_because_item_id_items_id_fk" FOREIGN KEY ("because_item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_recommendations_of_item" ON "user_recommendations" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "user_recommendations_because" ON "user_recommendations" USING btree ("because_item_id");--> statement-breakpoint
CREATE INDEX "user_recommendations_by_age" ON "user_recommendations" USING btree ("made_at");--> statement-breakpoint
CREATE INDEX "items_by_title_start" ON "items" USING btree (left(lower("title"), 2),char_length("title"),lower("title") text_pattern_ops,"title") WHERE "items"."is_available" and "items"."deleted_at" is null;