CREATE TABLE "review_prompts" (
	"booking_id" uuid PRIMARY KEY NOT NULL,
	"sent" integer NOT NULL,
	"last_sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "review_prompts_are_counted" CHECK ("review_prompts"."sent" between 1 and 2)
);
--> statement-breakpoint
CREATE TABLE "review_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"review_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "review_reports_once" UNIQUE("review_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "review_votes" (
	"review_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "review_votes_review_id_user_id_pk" PRIMARY KEY("review_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"reviewee_id" uuid NOT NULL,
	"by_role" text NOT NULL,
	"review_type" text DEFAULT 'general' NOT NULL,
	"rating" integer NOT NULL,
	"comment" text NOT NULL,
	"communication_rating" integer,
	"punctuality_rating" integer,
	"condition_rating" integer,
	"is_verified_rental" boolean DEFAULT false NOT NULL,
	"published_at" timestamp (3) with time zone,
	"hidden_at" timestamp (3) with time zone,
	"hidden_by" uuid,
	"hidden_reason" text,
	"is_public" boolean GENERATED ALWAYS AS (published_at is not null and hidden_at is null) STORED NOT NULL,
	"reply" text,
	"replied_at" timestamp (3) with time zone,
	"helpful_count" integer DEFAULT 0 NOT NULL,
	"was_helpful" boolean GENERATED ALWAYS AS (helpful_count > 0) STORED NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "reviews_role_is_known" CHECK ("reviews"."by_role" in ('renter', 'owner')),
	CONSTRAINT "reviews_type_is_known" CHECK ("reviews"."review_type" in ('general', 'item', 'owner', 'renter')),
	CONSTRAINT "reviews_type_fits_author" CHECK ("reviews"."review_type" = 'general' or ("reviews"."by_role" = 'owner') = ("reviews"."review_type" = 'renter')),
	CONSTRAINT "reviews_ratings_are_one_to_five" CHECK ("reviews"."rating" between 1 and 5 and coalesce("reviews"."communication_rating", 1) between 1 and 5
          and coalesce("reviews"."punctuality_rating", 1) between 1 and 5
          and coalesce("reviews"."condition_rating", 1) between 1 and 5),
	CONSTRAINT "reviews_are_not_of_oneself" CHECK ("reviews"."reviewer_id" <> "reviews"."reviewee_id"),
	CONSTRAINT "reviews_hidden_say_why" CHECK (("reviews"."hidden_at" is null) = ("reviews"."hidden_by" is null) and ("reviews"."hidden_at" is null) = ("reviews"."hidden_reason" is null)),
	CONSTRAINT "reviews_reply_has_time" CHECK (("reviews"."reply" is null) = ("reviews"."replied_at" is null)),
	CONSTRAINT "reviews_helpful_is_not_negative" CHECK ("reviews"."helpful_count" >= 0)
);
--> statement-breakpoint
ALTER TABLE "review_prompts" ADD CONSTRAINT "review_prompts_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_votes" ADD CONSTRAINT "review_votes_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_votes" ADD CONSTRAINT "review_votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_reviewee_id_users_id_fk" FOREIGN KEY ("reviewee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_hidden_by_users_id_fk" FOREIGN KEY ("hidden_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_reports_open" ON "review_reports" USING btree ("created_at","id") WHERE "review_reports"."resolved_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_one_per_person" ON "reviews" USING btree ("booking_id","by_role");--> statement-breakpoint
CREATE INDEX "reviews_of_item" ON "reviews" USING btree ("item_id","published_at","id") WHERE "reviews"."is_public" and "reviews"."by_role" = 'renter' and "reviews"."review_type" in ('general', 'item');--> statement-breakpoint
CREATE INDEX "reviews_of_item_by_rating" ON "reviews" USING btree ("item_id","rating","published_at","id") WHERE "reviews"."is_public" and "reviews"."by_role" = 'renter' and "reviews"."review_type" in ('general', 'item');--> statement-breakpoint
CREATE INDEX "reviews_of_item_by_help" ON "reviews" USING btree ("item_id","helpful_count","published_at","id") WHERE "reviews"."is_public" and "reviews"."by_role" = 'renter' and "reviews"."review_type" in ('general', 'item');--> statement-breakpoint
CREATE INDEX "reviews_of_person" ON "reviews" USING btree ("reviewee_id","by_role","published_at","id") WHERE "reviews"."is_public";--> statement-breakpoint
CREATE INDEX "reviews_hidden" ON "reviews" USING btree ("hidden_at","id") WHERE "reviews"."hidden_at" is not null;--> statement-breakpoint
CREATE INDEX "bookings_returned" ON "bookings" USING btree (coalesce("returned_at", "closed_at")) WHERE coalesce("bookings"."returned_at", "bookings"."closed_at") is not null;--> statement-breakpoint

-- Written by hand from here on.

-- Counts a public review of an item in item_stats. A row lock on item_stats orders concurrent changes, so its sums are
-- always those of the public reviews. Its own triggers bring them to cards and search.
create function count_review() returns trigger language plpgsql as $$
declare
  counted_before boolean := tg_op <> 'INSERT' and old.is_public and old.by_role = 'renter'
    and old.review_type in ('general', 'item');
  counted_after boolean := tg_op <> 'DELETE' and new.is_public and new.by_role = 'renter'
    and new.review_type in ('general', 'item');
begin
  if counted_before then
    update item_stats set review_count = review_count - 1, rating_sum = rating_sum - old.rating
    where item_id = old.item_id;
  end if;
  if counted_after then
    insert into item_stats (item_id, review_count, rating_sum) values (new.item_id, 1, new.rating)
    on conflict (item_id) do update
      set review_count = item_stats.review_count + 1, rating_sum = item_stats.rating_sum + excluded.rating_sum;
  end if;
  return null;
end $$;--> statement-breakpoint

create trigger reviews_written after insert or delete on reviews for each row execute function count_review();--> statement-breakpoint

create trigger reviews_changed after update of published_at, hidden_at, rating, review_type, by_role, item_id on reviews
  for each row
  when ((old.is_public, old.rating, old.review_type, old.by_role, old.item_id)
    is distinct from (new.is_public, new.rating, new.review_type, new.by_role, new.item_id))
  execute function count_review();
--> statement-breakpoint

-- Until now only the demo's made-up figures were here. From now on they come from reviews.
update item_stats set review_count = 0, rating_sum = 0 where review_count > 0;
