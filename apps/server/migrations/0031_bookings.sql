CREATE TABLE "booking_condition_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"by_role" text NOT NULL,
	"phase" text NOT NULL,
	"condition" text NOT NULL,
	"notes" text,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "booking_condition_reports_are_known" CHECK ("booking_condition_reports"."by_role" in ('renter', 'owner') and "booking_condition_reports"."phase" in ('check_out', 'check_in')
        and "booking_condition_reports"."condition" in ('good', 'damaged', 'other'))
);
--> statement-breakpoint
CREATE TABLE "booking_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"renter_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"total_cents" integer NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"requested_pickup_at" timestamp (3) with time zone,
	"requested_dropoff_at" timestamp (3) with time zone,
	"is_pickup_flexible" boolean DEFAULT false NOT NULL,
	"is_dropoff_flexible" boolean DEFAULT false NOT NULL,
	"requested_interval_start" timestamp (3) with time zone,
	"requested_interval_end" timestamp (3) with time zone,
	"status" text DEFAULT 'submitted' NOT NULL,
	"payment_status" text DEFAULT 'none' NOT NULL,
	"approval_status" text DEFAULT 'pending_owner' NOT NULL,
	"checkout_session_id" uuid NOT NULL,
	"payment_intent_id" text,
	"auth_expires_at" timestamp (3) with time zone,
	"price_parts" jsonb NOT NULL,
	"delivery_method" text DEFAULT 'pickup' NOT NULL,
	"pickup_method" text DEFAULT 'PICKUP' NOT NULL,
	"delivery_address" text,
	"meetup_location" text,
	"approved_at" timestamp (3) with time zone,
	"approval_message" text,
	"declined_at" timestamp (3) with time zone,
	"decline_reason" text,
	"terms_accepted" boolean NOT NULL,
	"terms_version" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "booking_requests_booking_unique" UNIQUE("booking_id"),
	CONSTRAINT "booking_requests_status_is_known" CHECK ("booking_requests"."status" in ('submitted', 'pending_owner', 'approved', 'denied', 'expired', 'cancelled')),
	CONSTRAINT "booking_requests_payment_is_known" CHECK ("booking_requests"."payment_status" in ('none', 'awaiting_payment', 'authorized', 'captured', 'canceled', 'failed')),
	CONSTRAINT "booking_requests_approval_is_known" CHECK ("booking_requests"."approval_status" in ('pending_owner', 'approved', 'denied', 'expired')),
	CONSTRAINT "booking_requests_have_order" CHECK ("booking_requests"."end_date" >= "booking_requests"."start_date"),
	CONSTRAINT "booking_requests_make_sense" CHECK ("booking_requests"."quantity" >= 1 and "booking_requests"."total_cents" > 0),
	CONSTRAINT "booking_requests_terms_are_accepted" CHECK ("booking_requests"."terms_accepted"),
	CONSTRAINT "booking_requests_delivery_is_known" CHECK ("booking_requests"."delivery_method" in ('pickup', 'delivery') and "booking_requests"."pickup_method" in ('PICKUP', 'DELIVERY', 'MEETUP'))
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"item_id" uuid NOT NULL,
	"renter_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"start_at" timestamp (3) with time zone NOT NULL,
	"end_at" timestamp (3) with time zone NOT NULL,
	"timezone" text NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"quantity_reserved" integer GENERATED ALWAYS AS (quantity) STORED NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"approval_status" text DEFAULT 'draft' NOT NULL,
	"payment_status" text DEFAULT 'none' NOT NULL,
	"rental_status" text DEFAULT 'pending' NOT NULL,
	"payout_status" text DEFAULT 'not_started' NOT NULL,
	"deposit_status" text DEFAULT 'not_required' NOT NULL,
	"is_disputed" boolean DEFAULT false NOT NULL,
	"total_cents" integer NOT NULL,
	"rental_cents" integer NOT NULL,
	"delivery_cents" integer DEFAULT 0 NOT NULL,
	"cleaning_cents" integer DEFAULT 0 NOT NULL,
	"setup_cents" integer DEFAULT 0 NOT NULL,
	"insurance_cents" integer DEFAULT 0 NOT NULL,
	"service_fee_cents" integer DEFAULT 0 NOT NULL,
	"tax_cents" integer DEFAULT 0 NOT NULL,
	"tax_rate" numeric(7, 4) DEFAULT 0 NOT NULL,
	"tax_jurisdiction" text,
	"deposit_cents" integer DEFAULT 0 NOT NULL,
	"commission_rate" numeric(7, 4) NOT NULL,
	"commission_cents" integer NOT NULL,
	"owner_earnings_cents" integer NOT NULL,
	"platform_commission_cents" integer NOT NULL,
	"late_fee_cents" integer DEFAULT 0 NOT NULL,
	"price_breakdown" jsonb NOT NULL,
	"policy_snapshot" text NOT NULL,
	"rental_payment_id" uuid,
	"deposit_payment_id" uuid,
	"auth_expires_at" timestamp (3) with time zone,
	"owner_decision_deadline" timestamp (3) with time zone,
	"checkout_expires_at" timestamp (3) with time zone,
	"re_auth_attempts" integer DEFAULT 0 NOT NULL,
	"max_re_auth_attempts" integer DEFAULT 3 NOT NULL,
	"charge_tries" integer DEFAULT 0 NOT NULL,
	"deposit_tries" integer DEFAULT 0 NOT NULL,
	"deposit_released" boolean DEFAULT false NOT NULL,
	"deposit_refunded_at" timestamp (3) with time zone,
	"commission_paid" boolean DEFAULT false NOT NULL,
	"payout_eligible_at" timestamp (3) with time zone,
	"exchange_type" text NOT NULL,
	"delivery_method" text DEFAULT 'pickup' NOT NULL,
	"pickup_method" text DEFAULT 'PICKUP' NOT NULL,
	"delivery_address" text,
	"meetup_location" text,
	"exchange_address" text,
	"exchange_latitude" double precision,
	"exchange_longitude" double precision,
	"requested_pickup_at" timestamp (3) with time zone,
	"requested_dropoff_at" timestamp (3) with time zone,
	"is_pickup_flexible" boolean DEFAULT false NOT NULL,
	"is_dropoff_flexible" boolean DEFAULT false NOT NULL,
	"requested_interval_start" timestamp (3) with time zone,
	"requested_interval_end" timestamp (3) with time zone,
	"scheduled_pickup_at" timestamp (3) with time zone,
	"scheduled_return_at" timestamp (3) with time zone,
	"actual_pickup_at" timestamp (3) with time zone,
	"actual_return_at" timestamp (3) with time zone,
	"approved_at" timestamp (3) with time zone,
	"approval_message" text,
	"declined_at" timestamp (3) with time zone,
	"decline_reason" text,
	"canceled_at" timestamp (3) with time zone,
	"canceled_by" text,
	"cancel_reason" text,
	"cancellation" jsonb,
	"no_show_reported_by" text,
	"no_show_reported_at" timestamp (3) with time zone,
	"no_show_contested_at" timestamp (3) with time zone,
	"owner_handed_over_at" timestamp (3) with time zone,
	"handover_objected_at" timestamp (3) with time zone,
	"checkout_notes" text,
	"returned_at" timestamp (3) with time zone,
	"return_condition" text,
	"return_notes" text,
	"closed_at" timestamp (3) with time zone,
	"claim_cents" integer,
	"claim_notes" text,
	"damage_cents" integer,
	"admin_resolution" text,
	"admin_notes" text,
	"settled_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "bookings_status_is_known" CHECK ("bookings"."status" in ('pending', 'approved', 'scheduled', 'in_possession', 'return_submitted', 'damaged_admin_review', 'closed', 'declined', 'expired', 'canceled')),
	CONSTRAINT "bookings_approval_is_known" CHECK ("bookings"."approval_status" in ('draft', 'pending_owner', 'approved', 'denied', 'expired')),
	CONSTRAINT "bookings_payment_is_known" CHECK ("bookings"."payment_status" in ('none', 'awaiting_payment', 'authorized', 'charge_scheduled', 'action_required', 'captured', 'partially_refunded', 'refunded', 'canceled', 'failed', 'disputed', 'charged_back')),
	CONSTRAINT "bookings_rental_is_known" CHECK ("bookings"."rental_status" in ('pending', 'awaiting_pickup', 'active', 'overdue', 'return_pending', 'completed', 'no_show', 'lost', 'canceled')),
	CONSTRAINT "bookings_payout_is_known" CHECK ("bookings"."payout_status" in ('not_started', 'scheduled', 'processing', 'paid', 'on_hold', 'failed', 'reversed', 'canceled')),
	CONSTRAINT "bookings_deposit_is_known" CHECK ("bookings"."deposit_status" in ('not_required', 'pending', 'action_required', 'secured', 'unsecured', 'released', 'partly_kept', 'kept')),
	CONSTRAINT "bookings_exchange_is_known" CHECK ("bookings"."exchange_type" in ('pickup', 'meetup', 'delivery')),
	CONSTRAINT "bookings_policy_is_known" CHECK ("bookings"."policy_snapshot" in ('flexible', 'moderate', 'strict')),
	CONSTRAINT "bookings_are_not_to_oneself" CHECK ("bookings"."renter_id" <> "bookings"."owner_id"),
	CONSTRAINT "bookings_have_order" CHECK ("bookings"."end_at" >= "bookings"."start_at" and "bookings"."end_date" >= "bookings"."start_date"
        and isfinite("bookings"."start_at") and isfinite("bookings"."end_at")),
	CONSTRAINT "bookings_take_a_unit" CHECK ("bookings"."quantity" >= 1),
	CONSTRAINT "bookings_price_adds_up" CHECK ("bookings"."total_cents" > 0 and least("bookings"."deposit_cents", "bookings"."late_fee_cents", "bookings"."tax_cents",
        "bookings"."insurance_cents", "bookings"."owner_earnings_cents", "bookings"."platform_commission_cents") >= 0
        and "bookings"."total_cents" = "bookings"."owner_earnings_cents" + "bookings"."platform_commission_cents"
          + "bookings"."insurance_cents" + "bookings"."tax_cents"),
	CONSTRAINT "bookings_tries_make_sense" CHECK ("bookings"."re_auth_attempts" between 0 and "bookings"."max_re_auth_attempts"),
	CONSTRAINT "bookings_canceled_say_how" CHECK (("bookings"."status" = 'canceled') = ("bookings"."canceled_at" is not null and "bookings"."cancellation" is not null))
);
--> statement-breakpoint
CREATE TABLE "fraud_analyses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"analysis_type" text DEFAULT 'authorization' NOT NULL,
	"risk_score" integer NOT NULL,
	"risk_level" text NOT NULL,
	"confidence" numeric(3, 2) NOT NULL,
	"patterns" text[] DEFAULT '{}' NOT NULL,
	"red_flags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"recommendation" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"rule_set_version" integer NOT NULL,
	"features" jsonb NOT NULL,
	"review_by" timestamp (3) with time zone,
	"reviewed_by" uuid,
	"reviewed_at" timestamp (3) with time zone,
	"review_notes" text,
	"admin_decision" text,
	"action_taken" text,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "fraud_analyses_score_is_a_score" CHECK ("fraud_analyses"."risk_score" between 0 and 100),
	CONSTRAINT "fraud_analyses_confidence_is_a_part" CHECK ("fraud_analyses"."confidence" between 0 and 1),
	CONSTRAINT "fraud_analyses_words_are_known" CHECK ("fraud_analyses"."risk_level" in ('low', 'medium', 'high', 'critical')
        and "fraud_analyses"."recommendation" in ('approve', 'review', 'decline')
        and "fraud_analyses"."status" in ('pending', 'auto_cleared', 'in_review', 'reviewed')),
	CONSTRAINT "fraud_analyses_reviewed_say_how" CHECK (("fraud_analyses"."status" = 'reviewed') <= ("fraud_analyses"."admin_decision" is not null and "fraud_analyses"."reviewed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "pickup_schedules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"proposed_by" uuid NOT NULL,
	"status" text DEFAULT 'proposed' NOT NULL,
	"proposed_date_time" timestamp (3) with time zone NOT NULL,
	"confirmed_date_time" timestamp (3) with time zone,
	"time_flexible" boolean DEFAULT false NOT NULL,
	"location_type" text DEFAULT 'owner_address' NOT NULL,
	"address" text,
	"latitude" double precision,
	"longitude" double precision,
	"notes" text,
	"proposal_message" text,
	"response_message" text,
	"special_instructions" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"confirmed_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "pickup_schedules_status_is_known" CHECK ("pickup_schedules"."status" in ('proposed', 'confirmed', 'completed', 'declined', 'superseded', 'expired', 'canceled')),
	CONSTRAINT "pickup_schedules_place_is_known" CHECK ("pickup_schedules"."location_type" in ('owner_address', 'renter_address', 'meetup')),
	CONSTRAINT "pickup_schedules_confirmed_have_time" CHECK (("pickup_schedules"."status" in ('confirmed', 'completed')) <= ("pickup_schedules"."confirmed_at" is not null and "pickup_schedules"."confirmed_date_time" is not null))
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"item_id" uuid NOT NULL,
	"renter_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"booking_id" uuid,
	"status" text DEFAULT 'active' NOT NULL,
	"last_message_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "conversations_booking_unique" UNIQUE("booking_id"),
	CONSTRAINT "conversations_status_is_known" CHECK ("conversations"."status" in ('active', 'archived', 'blocked')),
	CONSTRAINT "conversations_are_between_two" CHECK ("conversations"."renter_id" <> "conversations"."owner_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"conversation_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"content" text NOT NULL,
	"message_type" text DEFAULT 'text' NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "messages_have_text" CHECK ("messages"."content" ~ '[^[:space:]]' and char_length("messages"."content") <= 5000),
	CONSTRAINT "messages_type_is_known" CHECK ("messages"."message_type" in ('text')),
	CONSTRAINT "messages_read_have_time" CHECK ("messages"."is_read" = ("messages"."read_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "is_instant" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "booking_condition_reports" ADD CONSTRAINT "booking_condition_reports_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_requests" ADD CONSTRAINT "booking_requests_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_requests" ADD CONSTRAINT "booking_requests_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_requests" ADD CONSTRAINT "booking_requests_renter_id_users_id_fk" FOREIGN KEY ("renter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_requests" ADD CONSTRAINT "booking_requests_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_renter_id_users_id_fk" FOREIGN KEY ("renter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fraud_analyses" ADD CONSTRAINT "fraud_analyses_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fraud_analyses" ADD CONSTRAINT "fraud_analyses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fraud_analyses" ADD CONSTRAINT "fraud_analyses_reviewed_by_users_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pickup_schedules" ADD CONSTRAINT "pickup_schedules_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pickup_schedules" ADD CONSTRAINT "pickup_schedules_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pickup_schedules" ADD CONSTRAINT "pickup_schedules_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_renter_id_users_id_fk" FOREIGN KEY ("renter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_condition_reports_of_booking" ON "booking_condition_reports" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "booking_requests_attempt_unique" ON "booking_requests" USING btree ("renter_id","checkout_session_id");--> statement-breakpoint
CREATE INDEX "booking_requests_of_renter" ON "booking_requests" USING btree ("renter_id","created_at");--> statement-breakpoint
CREATE INDEX "bookings_of_renter" ON "bookings" USING btree ("renter_id","start_at","id");--> statement-breakpoint
CREATE INDEX "bookings_of_owner" ON "bookings" USING btree ("owner_id","start_at","id");--> statement-breakpoint
CREATE INDEX "bookings_to_decide" ON "bookings" USING btree ("owner_id","owner_decision_deadline","id") WHERE "bookings"."status" = 'pending' and "bookings"."approval_status" = 'pending_owner';--> statement-breakpoint
CREATE INDEX "bookings_of_item" ON "bookings" USING btree ("item_id","start_at");--> statement-breakpoint
CREATE UNIQUE INDEX "fraud_analyses_one_per_booking" ON "fraud_analyses" USING btree ("booking_id","analysis_type");--> statement-breakpoint
CREATE INDEX "fraud_analyses_in_review" ON "fraud_analyses" USING btree ("review_by","id") WHERE "fraud_analyses"."status" = 'in_review';--> statement-breakpoint
CREATE INDEX "fraud_analyses_by_age" ON "fraud_analyses" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "pickup_schedules_one_open" ON "pickup_schedules" USING btree ("booking_id") WHERE "pickup_schedules"."status" in ('proposed', 'confirmed');--> statement-breakpoint
CREATE INDEX "conversations_of_renter" ON "conversations" USING btree ("renter_id","last_message_at");--> statement-breakpoint
CREATE INDEX "conversations_of_owner" ON "conversations" USING btree ("owner_id","last_message_at");--> statement-breakpoint
CREATE INDEX "messages_of_conversation" ON "messages" USING btree ("conversation_id","created_at","id");