CREATE TABLE "item_search" (
	"item_id" uuid NOT NULL,
	"category" integer NOT NULL,
	"categories" integer[] NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"cell" integer GENERATED ALWAYS AS (floor((latitude + 90) * 10)::integer * 3600 + floor((longitude + 180) * 10)::integer) STORED NOT NULL,
	"at" "point" GENERATED ALWAYS AS (point(longitude, degrees(ln(tan(pi() / 4 + radians(greatest(-89.9, least(89.9, latitude))) / 2))))) STORED NOT NULL,
	"words" "tsvector" NOT NULL,
	"price_cents" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"rating" smallint NOT NULL,
	"condition" text NOT NULL,
	"exchanges" smallint NOT NULL,
	CONSTRAINT "item_search_item_id_category_pk" PRIMARY KEY("item_id","category")
);
--> statement-breakpoint
CREATE TABLE "search_categories" (
	"category_id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "search_categories_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	CONSTRAINT "search_categories_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"term" text PRIMARY KEY NOT NULL,
	"lexeme" text NOT NULL,
	"slips" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "item_search" ADD CONSTRAINT "item_search_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_categories" ADD CONSTRAINT "search_categories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "item_search_price" ON "item_search" USING btree ("category","price_cents","item_id");--> statement-breakpoint
CREATE INDEX "item_search_newest" ON "item_search" USING btree ("category","created_at","item_id");--> statement-breakpoint
CREATE INDEX "item_search_rating" ON "item_search" USING btree ("category","rating","item_id");--> statement-breakpoint
CREATE INDEX "item_search_cell_price" ON "item_search" USING btree ("category","cell","price_cents","item_id");--> statement-breakpoint
CREATE INDEX "item_search_cell_newest" ON "item_search" USING btree ("category","cell","created_at","item_id");--> statement-breakpoint
CREATE INDEX "item_search_cell_rating" ON "item_search" USING btree ("category","cell","rating","item_id");--> statement-breakpoint
CREATE INDEX "search_terms_by_prefix" ON "search_terms" USING btree ("term" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_terms_by_slip" ON "search_terms" USING gin ("slips");