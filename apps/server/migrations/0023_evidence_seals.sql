CREATE TABLE "evidence_removals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"photo_id" uuid NOT NULL,
	"retention_days" integer NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "evidence_removals_once" UNIQUE("photo_id"),
	CONSTRAINT "evidence_removals_are_due" CHECK ("evidence_removals"."retention_days" >= 30 and "evidence_removals"."settled_at" <= "evidence_removals"."created_at"
        and "evidence_removals"."ended_at" + make_interval(hours => 24 * "evidence_removals"."retention_days") <= "evidence_removals"."created_at")
);
--> statement-breakpoint
ALTER TABLE "evidence_links" DROP CONSTRAINT "evidence_links_kind_is_known";--> statement-breakpoint
ALTER TABLE "evidence_links" DROP CONSTRAINT "evidence_links_author_is_known";--> statement-breakpoint
ALTER TABLE "evidence_links" ALTER COLUMN "author_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "evidence_links" ADD COLUMN "key_fingerprint" text;--> statement-breakpoint
ALTER TABLE "evidence_links" ADD COLUMN "seal" text;--> statement-breakpoint
ALTER TABLE "evidence_removals" ADD CONSTRAINT "evidence_removals_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_removals" ADD CONSTRAINT "evidence_removals_photo_id_evidence_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."evidence_photos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "evidence_removals_of_booking" ON "evidence_removals" USING btree ("booking_id","created_at");--> statement-breakpoint
ALTER TABLE "evidence_links" ADD CONSTRAINT "evidence_links_person_is_known" CHECK (("evidence_links"."author_id" is null) = ("evidence_links"."author_role" = 'system'));--> statement-breakpoint
ALTER TABLE "evidence_links" ADD CONSTRAINT "evidence_links_seal_names_its_key" CHECK (("evidence_links"."key_fingerprint" is null) = ("evidence_links"."seal" is null));--> statement-breakpoint
ALTER TABLE "evidence_links" ADD CONSTRAINT "evidence_links_kind_is_known" CHECK ("evidence_links"."kind" in ('photo', 'report', 'confirmation', 'claim', 'removal'));--> statement-breakpoint
ALTER TABLE "evidence_links" ADD CONSTRAINT "evidence_links_author_is_known" CHECK ("evidence_links"."author_role" in ('renter', 'owner', 'system'));--> statement-breakpoint
-- Written by hand: rows that are never removed, and whose columns never change, except for those the trigger names.
-- `once:` columns can be filled in once, `free:` columns follow what happens later.
create function refuse_rewrite() returns trigger language plpgsql as $$
declare
  before jsonb;
  after jsonb;
  argument text;
  name text;
begin
  if tg_op <> 'UPDATE' then
    raise exception 'Rows of % are never removed', tg_table_name using errcode = 'restrict_violation';
  end if;
  before := to_jsonb(old);
  after := to_jsonb(new);
  foreach argument in array tg_argv loop
    name := split_part(argument, ':', 2);
    if argument like 'free:%' or before -> name = 'null' then
      before := before - name;
      after := after - name;
    end if;
  end loop;
  if before <> after then
    raise exception 'What % says is never changed', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger evidence_photos_stay before update on evidence_photos
  for each row execute function refuse_rewrite('once:files_removed_at');--> statement-breakpoint
create trigger evidence_photos_are_kept before delete or truncate on evidence_photos
  for each statement execute function refuse_rewrite();--> statement-breakpoint
create trigger item_marks_stay before update on item_marks
  for each row execute function refuse_rewrite('once:agreed_at');--> statement-breakpoint
create trigger item_marks_are_kept before delete or truncate on item_marks
  for each statement execute function refuse_rewrite();--> statement-breakpoint
create trigger damage_claims_stay before update on damage_claims
  for each row execute function refuse_rewrite('free:status', 'free:answered_at', 'free:contest_reason',
    'free:decided_at', 'free:decision_reason', 'free:deposit_cents', 'free:card_cents', 'free:collected_cents',
    'free:chargeable_at', 'free:payment_id', 'free:charge_tries', 'free:reminders', 'free:pay_by');--> statement-breakpoint
create trigger damage_claims_are_kept before delete or truncate on damage_claims
  for each statement execute function refuse_rewrite();--> statement-breakpoint
create trigger damage_photos_is_append_only before update or delete or truncate on damage_photos
  for each statement execute function refuse_change();--> statement-breakpoint
create trigger evidence_removals_is_append_only before update or delete or truncate on evidence_removals
  for each statement execute function refuse_change();
