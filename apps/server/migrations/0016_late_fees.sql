CREATE TABLE "late_fee_rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"category_id" uuid,
	"item_value_min_cents" integer,
	"item_value_max_cents" integer,
	"grace_period_hours" integer DEFAULT 2 NOT NULL,
	"fee_type" text DEFAULT 'fixed' NOT NULL,
	"fee_cents" integer,
	"fee_percent" numeric(7, 2),
	"max_fee_cents" integer,
	"daily_escalation_rate" numeric(7, 2) DEFAULT '0.00' NOT NULL,
	"escalation_cap_days" integer DEFAULT 7 NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "late_fee_rules_type_is_known" CHECK ("late_fee_rules"."fee_type" in ('fixed', 'percentage')),
	CONSTRAINT "late_fee_rules_have_a_fee" CHECK (("late_fee_rules"."fee_type" = 'fixed') = ("late_fee_rules"."fee_cents" is not null)
        and ("late_fee_rules"."fee_type" = 'percentage') = ("late_fee_rules"."fee_percent" is not null)),
	CONSTRAINT "late_fee_rules_make_sense" CHECK (least("late_fee_rules"."grace_period_hours", "late_fee_rules"."daily_escalation_rate", "late_fee_rules"."fee_cents", "late_fee_rules"."fee_percent",
        "late_fee_rules"."max_fee_cents", "late_fee_rules"."item_value_min_cents") >= 0 and "late_fee_rules"."escalation_cap_days" >= 1
        and ("late_fee_rules"."item_value_max_cents" is null or "late_fee_rules"."item_value_max_cents" > coalesce("late_fee_rules"."item_value_min_cents", 0)))
);
--> statement-breakpoint
CREATE TABLE "late_fees" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"days_late" integer NOT NULL,
	"daily_late_fee_cents" integer NOT NULL,
	"calculated_fee_cents" integer NOT NULL,
	"capped_fee_cents" integer NOT NULL,
	"status" text DEFAULT 'calculated' NOT NULL,
	"charged_cents" integer DEFAULT 0 NOT NULL,
	"deposit_cents" integer DEFAULT 0 NOT NULL,
	"waived_cents" integer DEFAULT 0 NOT NULL,
	"waiver_reason" text,
	"payment_status" text DEFAULT 'pending' NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"contested_at" timestamp (3) with time zone,
	"contest_reason" text,
	"decision_reason" text,
	"chargeable_at" timestamp (3) with time zone,
	"payment_id" uuid,
	"charge_tries" integer DEFAULT 0 NOT NULL,
	"pay_by" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "late_fees_booking_unique" UNIQUE("booking_id"),
	CONSTRAINT "late_fees_status_is_known" CHECK ("late_fees"."status" in ('calculated', 'disputed', 'charged', 'waived', 'uncollectible')),
	CONSTRAINT "late_fees_payment_is_known" CHECK ("late_fees"."payment_status" in ('pending', 'processing', 'paid', 'failed', 'refunded')),
	CONSTRAINT "late_fees_amounts_make_sense" CHECK (least("late_fees"."days_late", "late_fees"."daily_late_fee_cents", "late_fees"."charge_tries", "late_fees"."deposit_cents",
        "late_fees"."waived_cents") >= 0 and "late_fees"."capped_fee_cents" between 0 and "late_fees"."calculated_fee_cents"
        and "late_fees"."charged_cents" between "late_fees"."deposit_cents" and "late_fees"."capped_fee_cents" - "late_fees"."waived_cents"),
	CONSTRAINT "late_fees_stop_before_charge" CHECK (("late_fees"."stopped_at" is null) = ("late_fees"."chargeable_at" is null)),
	CONSTRAINT "late_fees_give_reasons" CHECK (("late_fees"."waived_cents" = 0 or "late_fees"."waiver_reason" is not null)
        and ("late_fees"."contested_at" is null) = ("late_fees"."contest_reason" is null)
        and ("late_fees"."status" <> 'disputed' or "late_fees"."contested_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "charge_consent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "charge_consent_version" integer;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "charge_consent_card_id" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "endangered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "late_fee_rules" ADD CONSTRAINT "late_fee_rules_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "late_fees" ADD CONSTRAINT "late_fees_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "late_fees" ADD CONSTRAINT "late_fees_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "late_fees_disputed" ON "late_fees" USING btree ("contested_at") WHERE "late_fees"."status" = 'disputed';--> statement-breakpoint
-- Written by hand: the rule that applies unless an admin adds another one.
INSERT INTO "late_fee_rules" ("id", "name", "fee_type", "fee_percent") VALUES ('019b76da-b000-7b52-8e0d-51c3a7f2d948', 'Every item', 'percentage', 100);
