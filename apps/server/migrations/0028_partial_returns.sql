CREATE TABLE "unit_returns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"units" integer NOT NULL,
	"by_role" text NOT NULL,
	"is_by_code" boolean NOT NULL,
	"notes" text,
	"report_id" uuid,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "unit_returns_have_own_reports" UNIQUE("report_id"),
	CONSTRAINT "unit_returns_role_is_known" CHECK ("unit_returns"."by_role" in ('renter', 'owner')),
	CONSTRAINT "unit_returns_have_units" CHECK ("unit_returns"."units" >= 1),
	CONSTRAINT "unit_returns_are_confirmed_by_code" CHECK (not "unit_returns"."is_by_code" or "unit_returns"."confirmed_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "evidence_links" DROP CONSTRAINT "evidence_links_kind_is_known";--> statement-breakpoint
ALTER TABLE "damage_claims" ADD COLUMN "named_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "unit_returns" ADD CONSTRAINT "unit_returns_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_returns" ADD CONSTRAINT "unit_returns_report_id_booking_condition_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."booking_condition_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unit_returns_of_booking" ON "unit_returns" USING btree ("booking_id","created_at");--> statement-breakpoint
ALTER TABLE "evidence_links" ADD CONSTRAINT "evidence_links_kind_is_known" CHECK ("evidence_links"."kind" in ('photo', 'report', 'confirmation', 'claim', 'removal', 'return'));--> statement-breakpoint
-- Written by hand: a return is never changed, and only the owner's confirmation is filled in later.
create trigger unit_returns_stay before update on unit_returns
  for each row execute function refuse_rewrite('once:confirmed_at');--> statement-breakpoint
create trigger unit_returns_are_kept before delete or truncate on unit_returns
  for each statement execute function refuse_rewrite();--> statement-breakpoint
-- The owner names the amount of a loss once, if the system filed it without one.
drop trigger damage_claims_stay on damage_claims;--> statement-breakpoint
create trigger damage_claims_stay before update on damage_claims
  for each row when (old.filed_by = 'owner' or old.claimed_cents > 0 or new.named_at is null)
  execute function refuse_rewrite('free:status', 'free:answered_at', 'free:contest_reason',
    'free:decided_at', 'free:decision_reason', 'free:deposit_cents', 'free:card_cents', 'free:collected_cents',
    'free:chargeable_at', 'free:payment_id', 'free:charge_tries', 'free:reminders', 'free:pay_by');--> statement-breakpoint
create trigger damage_claims_are_named before update on damage_claims
  for each row when (not (old.filed_by = 'owner' or old.claimed_cents > 0 or new.named_at is null))
  execute function refuse_rewrite('once:named_at', 'free:claimed_cents', 'free:description');
