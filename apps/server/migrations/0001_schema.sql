CREATE TABLE "zip_places" (
	"zip_code" char(5) PRIMARY KEY NOT NULL,
	"city" text NOT NULL,
	"county" text,
	"state" char(2) NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_provider_records" (
	"model" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"uid" text,
	"consumed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_provider_records_pkey" PRIMARY KEY("model","id")
);
--> statement-breakpoint
CREATE TABLE "captured_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text,
	"body" text NOT NULL,
	"html" text,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "captured_messages_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "identity_links" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"id_token" text NOT NULL,
	"return_to" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_flows" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"return_to" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_identities" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "user_identities_subject_once" UNIQUE("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "password_resets_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"device" text NOT NULL,
	"id_token" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
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
	"password_hash" text,
	"terms_version" integer,
	"suspended_at" timestamp (3) with time zone,
	"email_verified_at" timestamp (3) with time zone,
	"phone_verified_at" timestamp (3) with time zone,
	"primary_use" text,
	"payment_customer_id" text,
	"subscription_id" text,
	"connect_account_id" text,
	"connect_onboarded" boolean DEFAULT false NOT NULL,
	"notify_email" boolean DEFAULT true NOT NULL,
	"notify_sms" boolean DEFAULT false NOT NULL,
	"default_pickup_start" time DEFAULT '09:00' NOT NULL,
	"default_pickup_end" time DEFAULT '18:00' NOT NULL,
	"default_dropoff_start" time DEFAULT '09:00' NOT NULL,
	"default_dropoff_end" time DEFAULT '18:00' NOT NULL,
	"default_available_days" text[] DEFAULT '{"monday","tuesday","wednesday","thursday","friday","saturday","sunday"}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "users_email_has_form" CHECK ("users"."email" ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
	CONSTRAINT "users_state_is_a_code" CHECK ("users"."state" ~ '^[A-Z]{2}$'),
	CONSTRAINT "users_phone_is_international" CHECK ("users"."phone_number" ~ '^[+][1-9][0-9]{7,14}$'),
	CONSTRAINT "users_primary_use_is_known" CHECK ("users"."primary_use" in ('renter', 'owner')),
	CONSTRAINT "users_pickup_window_has_length" CHECK ("users"."default_pickup_start" < "users"."default_pickup_end"),
	CONSTRAINT "users_dropoff_window_has_length" CHECK ("users"."default_dropoff_start" < "users"."default_dropoff_end"),
	CONSTRAINT "users_available_days_are_weekdays" CHECK (cardinality("users"."default_available_days") between 1 and 7 and "users"."default_available_days" <@ array['monday','tuesday','wednesday','thursday','friday','saturday','sunday']::text[])
);
--> statement-breakpoint
CREATE TABLE "user_verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"target" text NOT NULL,
	"code_hash" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"verified_at" timestamp (3) with time zone,
	CONSTRAINT "user_verifications_type_is_known" CHECK ("user_verifications"."type" in ('email', 'phone', 'email_change_current', 'email_change_new')),
	CONSTRAINT "user_verifications_status_is_known" CHECK ("user_verifications"."status" in ('pending', 'verified', 'failed', 'expired')),
	CONSTRAINT "user_verifications_attempts_are_bounded" CHECK ("user_verifications"."attempts" between 0 and 5),
	CONSTRAINT "user_verifications_expire_later" CHECK ("user_verifications"."expires_at" > "user_verifications"."created_at"),
	CONSTRAINT "user_verifications_verified_has_time" CHECK (("user_verifications"."status" = 'verified') = ("user_verifications"."verified_at" is not null))
);
--> statement-breakpoint
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
CREATE TABLE "booking_report_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"report_id" uuid NOT NULL,
	"url" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL
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
	"overview_group" text GENERATED ALWAYS AS (case status when 'pending' then 'upcoming' when 'approved' then 'upcoming' when 'scheduled' then 'upcoming' when 'in_possession' then 'active' when 'return_submitted' then 'active' when 'damaged_admin_review' then 'active' when 'closed' then 'past' when 'declined' then 'canceled' when 'expired' then 'canceled' when 'canceled' then 'canceled' else status end) STORED NOT NULL,
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
	"owner_penalty_cents" integer DEFAULT 0 NOT NULL,
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
	"is_delivery_attempted" boolean DEFAULT false NOT NULL,
	"absent_party" text,
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
	CONSTRAINT "bookings_canceled_say_how" CHECK (("bookings"."status" = 'canceled') = ("bookings"."canceled_at" is not null and "bookings"."cancellation" is not null)),
	CONSTRAINT "bookings_attempt_is_the_owners" CHECK (not "bookings"."is_delivery_attempted"
        or ("bookings"."exchange_type" = 'delivery' and coalesce("bookings"."no_show_reported_by" = 'owner', false))),
	CONSTRAINT "bookings_absence_is_decided" CHECK ("bookings"."absent_party" is null
        or ("bookings"."absent_party" in ('renter', 'owner') and "bookings"."status" = 'canceled' and "bookings"."rental_status" = 'no_show'))
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
CREATE TABLE "cookie_policy" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "cookie_policy_version_unique" UNIQUE("version")
);
--> statement-breakpoint
CREATE TABLE "privacy_policy" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "privacy_policy_version_unique" UNIQUE("version")
);
--> statement-breakpoint
CREATE TABLE "terms_and_conditions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "terms_and_conditions_version_unique" UNIQUE("version")
);
--> statement-breakpoint
CREATE TABLE "prohibited_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"category" text NOT NULL,
	"item" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "prohibited_items_item_once" UNIQUE("category","item")
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
	"is_request_message" boolean DEFAULT false NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "messages_have_text" CHECK ("messages"."content" ~ '[^[:space:]]' and char_length("messages"."content") <= 5000),
	CONSTRAINT "messages_type_is_known" CHECK ("messages"."message_type" in ('text')),
	CONSTRAINT "messages_read_have_time" CHECK ("messages"."is_read" = ("messages"."read_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "error_logs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"error_type" text NOT NULL,
	"error_message" text NOT NULL,
	"stack_trace" text,
	"url" text NOT NULL,
	"severity" text NOT NULL,
	"user_id" uuid,
	"user_email" text,
	"is_admin" boolean,
	"is_approved" boolean,
	"user_agent" text,
	"browser_info" jsonb,
	"user_action" text,
	"user_journey" jsonb,
	"form_data" jsonb,
	"request_data" jsonb,
	"session_duration" double precision,
	"previous_url" text,
	"api_response_time" double precision,
	"memory_usage" jsonb,
	"error_category" text NOT NULL,
	"severity_score" integer NOT NULL,
	"affected_features" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "error_logs_type_is_known" CHECK ("error_logs"."error_type" in ('frontend', 'api', 'query', 'mutation', 'authentication')),
	CONSTRAINT "error_logs_severity_is_known" CHECK ("error_logs"."severity" in ('warning', 'error', 'critical')),
	CONSTRAINT "error_logs_category_is_known" CHECK ("error_logs"."error_category" in ('payment_failure', 'auth_issue', 'network_error', 'form_error', 'database_error', 'ui_bug', 'general_error')),
	CONSTRAINT "error_logs_score_is_from_1_to_10" CHECK ("error_logs"."severity_score" between 1 and 10)
);
--> statement-breakpoint
CREATE TABLE "user_favorites" (
	"user_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "user_favorites_one_each" PRIMARY KEY("user_id","item_id")
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
CREATE TABLE "inventory_holds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"listing_id" uuid NOT NULL,
	"start_time" timestamp (3) with time zone NOT NULL,
	"end_time" timestamp (3) with time zone NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"kind" text DEFAULT 'checkout' NOT NULL,
	"renter_user_id" uuid,
	"booking_id" uuid,
	"external_calendar_id" uuid,
	"expires_at" timestamp (3) with time zone,
	"released_at" timestamp (3) with time zone,
	"forced" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "inventory_holds_kind_is_known" CHECK ("inventory_holds"."kind" in ('checkout', 'reservation', 'block', 'import', 'overdue')),
	CONSTRAINT "inventory_holds_have_length" CHECK ("inventory_holds"."end_time" > "inventory_holds"."start_time" and isfinite("inventory_holds"."start_time") and isfinite("inventory_holds"."end_time")),
	CONSTRAINT "inventory_holds_take_a_unit" CHECK ("inventory_holds"."quantity" >= 1)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" uuid NOT NULL,
	"account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" char(3) DEFAULT 'USD' NOT NULL,
	"booking_id" uuid,
	"user_id" uuid,
	CONSTRAINT "ledger_entries_account_is_known" CHECK ("ledger_entries"."account" in ('stripe_balance', 'platform_bank', 'stripe_fees', 'owner_payable', 'owner_receivable', 'platform_fee_unearned', 'platform_revenue', 'insurance_payable', 'tax_payable', 'deposit_liability', 'refunds_payable', 'chargeback_receivable', 'chargeback_loss', 'goodwill')),
	CONSTRAINT "ledger_entries_say_whose" CHECK (("ledger_entries"."account" in ('owner_payable', 'owner_receivable')) = ("ledger_entries"."user_id" is not null)),
	CONSTRAINT "ledger_entries_move_something" CHECK ("ledger_entries"."amount_cents" <> 0 or "ledger_entries"."account" in ('platform_fee_unearned', 'platform_revenue')),
	CONSTRAINT "ledger_entries_currency_is_a_code" CHECK ("ledger_entries"."currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"source_key" text NOT NULL,
	"kind" text NOT NULL,
	"booking_id" uuid,
	"entry_count" smallint NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "ledger_transactions_source_is_posted_once" UNIQUE("source_key"),
	CONSTRAINT "ledger_transactions_kind_is_known" CHECK ("ledger_transactions"."kind" in ('capture', 'deposit_capture', 'late_fee', 'damage', 'refund_decided', 'refund_withdrawn', 'refund_settled', 'refund_failed', 'deposit_to_owner', 'deposit_returned', 'transfer', 'transfer_reversal', 'chargeback_opened', 'chargeback_won', 'chargeback_lost', 'owner_penalty', 'owner_debt_netted', 'goodwill', 'provider_fee', 'platform_payout', 'platform_payout_returned', 'close')),
	CONSTRAINT "ledger_transactions_source_is_named" CHECK (length("ledger_transactions"."source_key") between 3 and 300),
	CONSTRAINT "ledger_transactions_have_two_sides" CHECK ("ledger_transactions"."entry_count" >= 2)
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
	CONSTRAINT "categories_slug_unique" UNIQUE("slug"),
	CONSTRAINT "categories_slug_is_url_safe" CHECK ("categories"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "categories_rates_are_percent" CHECK (least("categories"."commission_rate", "categories"."lister_commission_rate", "categories"."renter_commission_rate") >= 0
        and greatest("categories"."commission_rate", "categories"."lister_commission_rate", "categories"."renter_commission_rate") <= 100)
);
--> statement-breakpoint
CREATE TABLE "item_cards" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"is_available" boolean NOT NULL,
	"card" json NOT NULL
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
CREATE TABLE "item_photos" (
	"item_id" uuid NOT NULL,
	"photo_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "item_photos_item_id_position_pk" PRIMARY KEY("item_id","position"),
	CONSTRAINT "item_photos_once" UNIQUE("item_id","photo_id"),
	CONSTRAINT "item_photos_positions" CHECK ("item_photos"."position" between 1 and 20)
);
--> statement-breakpoint
CREATE TABLE "item_stats" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"review_count" integer DEFAULT 0 NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"view_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "item_stats_ratings_are_one_to_five" CHECK ("item_stats"."review_count" >= 0 and "item_stats"."rating_sum" between "item_stats"."review_count" and 5 * "item_stats"."review_count")
);
--> statement-breakpoint
CREATE TABLE "items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
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
	"address" text,
	"city" text,
	"county" text,
	"state" char(2),
	"zip_code" text,
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
	"availability_notes" text,
	"is_instant" boolean DEFAULT false NOT NULL,
	"allow_quantity" boolean DEFAULT true NOT NULL,
	"quantity_total" integer DEFAULT 1 NOT NULL,
	"quantity_min_per_booking" integer DEFAULT 1 NOT NULL,
	"quantity_max_per_booking" integer,
	"turnaround_minutes" integer DEFAULT 0 NOT NULL,
	"inventory_version" bigint DEFAULT 0 NOT NULL,
	"calendar_token" text,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "items_calendar_token_unique" UNIQUE("calendar_token"),
	CONSTRAINT "items_title_has_text" CHECK ("items"."title" ~ '[^[:space:]]' and char_length("items"."title") <= 200),
	CONSTRAINT "items_availability_notes_are_short" CHECK (char_length("items"."availability_notes") <= 200),
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
CREATE TABLE "listing_drafts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"item_id" uuid,
	"content" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "listing_drafts_one_each" UNIQUE NULLS NOT DISTINCT("user_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"action_url" text,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_type_is_known" CHECK ("notifications"."type" in ('booking_request', 'booking_approved', 'booking_declined', 'message', 'payment', 'system', 'other')),
	CONSTRAINT "notifications_lead_to_our_own_pages" CHECK ("notifications"."action_url" ~ '^/([^/\\]|$)'),
	CONSTRAINT "notifications_read_has_time" CHECK ("notifications"."is_read" = ("notifications"."read_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "chargebacks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"provider_dispute_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"is_inquiry" boolean NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"evidence_due_at" timestamp (3) with time zone,
	"lost_cents" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "chargebacks_provider_dispute_unique" UNIQUE("provider_dispute_id"),
	CONSTRAINT "chargebacks_status_is_known" CHECK ("chargebacks"."status" in ('open', 'under_review', 'closed', 'lost', 'won')),
	CONSTRAINT "chargebacks_amounts_make_sense" CHECK ("chargebacks"."amount_cents" > 0 and "chargebacks"."lost_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment_operations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"operation" text NOT NULL,
	"attempt" integer NOT NULL,
	"idempotency_key" text NOT NULL,
	"amount_cents" integer,
	"card_id" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"first_tried_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "payment_operations_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "payment_operations_attempt_unique" UNIQUE("payment_id","operation","attempt"),
	CONSTRAINT "payment_operations_operation_is_known" CHECK ("payment_operations"."operation" in ('open', 'charge', 'capture', 'void')),
	CONSTRAINT "payment_operations_status_is_known" CHECK ("payment_operations"."status" in ('pending', 'done', 'refused')),
	CONSTRAINT "payment_operations_say_what" CHECK ("payment_operations"."attempt" > 0 and ("payment_operations"."operation" = 'capture') = ("payment_operations"."amount_cents" is not null)
        and ("payment_operations"."operation" = 'charge') = ("payment_operations"."card_id" is not null)
        and ("payment_operations"."amount_cents" is null or "payment_operations"."amount_cents" > 0)),
	CONSTRAINT "payment_operations_end_once" CHECK (("payment_operations"."status" = 'pending') = ("payment_operations"."finished_at" is null))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"booking_id" uuid NOT NULL,
	"payer_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"currency" char(3) DEFAULT 'USD' NOT NULL,
	"amount_cents" integer NOT NULL,
	"commission_cents" integer DEFAULT 0 NOT NULL,
	"price_breakdown" jsonb,
	"capture" text NOT NULL,
	"saves_card" boolean DEFAULT false NOT NULL,
	"description" text NOT NULL,
	"status" text DEFAULT 'created' NOT NULL,
	"provider_payment_id" text,
	"provider_charge_id" text,
	"provider_movement_id" text,
	"card_id" text,
	"card_brand" text,
	"card_last4" text,
	"card_fingerprint" text,
	"card_funding" text,
	"risk_level" text,
	"risk_score" integer,
	"cvc_check" text,
	"postal_code_check" text,
	"failed_tries" integer DEFAULT 0 NOT NULL,
	"last_failed_at" timestamp (3) with time zone,
	"last_failed_charge_id" text,
	"authorized_cents" integer DEFAULT 0 NOT NULL,
	"captured_cents" integer DEFAULT 0 NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"auth_expires_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failure_reason" text,
	"fraud_warned_at" timestamp (3) with time zone,
	"captured_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "payments_provider_payment_unique" UNIQUE("provider_payment_id"),
	CONSTRAINT "payments_provider_charge_unique" UNIQUE("provider_charge_id"),
	CONSTRAINT "payments_provider_movement_unique" UNIQUE("provider_movement_id"),
	CONSTRAINT "payments_kind_is_known" CHECK ("payments"."kind" in ('rental', 'deposit', 'extension', 'late_fee', 'damage')),
	CONSTRAINT "payments_status_is_known" CHECK ("payments"."status" in ('created', 'awaiting_payment', 'action_required', 'authorized', 'captured', 'partially_refunded', 'refunded', 'disputed', 'charged_back', 'canceled')),
	CONSTRAINT "payments_capture_is_known" CHECK ("payments"."capture" in ('manual', 'automatic')),
	CONSTRAINT "payments_are_not_to_oneself" CHECK ("payments"."payer_id" <> "payments"."owner_id"),
	CONSTRAINT "payments_rental_has_its_price" CHECK (("payments"."kind" in ('rental', 'extension')) = ("payments"."price_breakdown" is not null)),
	CONSTRAINT "payments_amounts_make_sense" CHECK ("payments"."amount_cents" > 0 and "payments"."commission_cents" between 0 and "payments"."amount_cents"
        and "payments"."authorized_cents" between 0 and "payments"."amount_cents"
        and "payments"."captured_cents" between 0 and "payments"."amount_cents"
        and "payments"."refunded_cents" between 0 and "payments"."captured_cents" and "payments"."attempts" >= 0)
);
--> statement-breakpoint
CREATE TABLE "provider_events_read" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_events_read_has_one_row" CHECK ("provider_events_read"."only")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"shares" jsonb,
	"reason" text NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"idempotency_key" text NOT NULL,
	"provider_refund_id" text,
	"status" text DEFAULT 'decided' NOT NULL,
	"failure_reason" text,
	"times_sent_back" integer DEFAULT 0 NOT NULL,
	"first_tried_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "refunds_provider_refund_unique" UNIQUE("provider_refund_id"),
	CONSTRAINT "refunds_kind_is_known" CHECK ("refunds"."kind" in ('shares', 'goodwill', 'deposit')),
	CONSTRAINT "refunds_status_is_known" CHECK ("refunds"."status" in ('decided', 'pending', 'settled', 'failed', 'refused')),
	CONSTRAINT "refunds_amounts_make_sense" CHECK ("refunds"."amount_cents" > 0 and "refunds"."attempt" > 0),
	CONSTRAINT "refunds_say_who_bears_them" CHECK (("refunds"."kind" = 'shares') = ("refunds"."shares" is not null))
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"booking_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"payment_id" uuid,
	"reverses_id" uuid,
	"account_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"idempotency_key" text NOT NULL,
	"provider_id" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"failure_reason" text,
	"first_tried_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "transfers_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "transfers_provider_unique" UNIQUE("provider_id"),
	CONSTRAINT "transfers_kind_is_known" CHECK ("transfers"."kind" in ('transfer', 'reversal')),
	CONSTRAINT "transfers_status_is_known" CHECK ("transfers"."status" in ('pending', 'paid', 'failed')),
	CONSTRAINT "transfers_amounts_make_sense" CHECK ("transfers"."amount_cents" > 0 and "transfers"."attempt" > 0),
	CONSTRAINT "transfers_reversal_reverses" CHECK (("transfers"."kind" = 'reversal') = ("transfers"."reverses_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" text NOT NULL,
	"account_id" text,
	"source" text NOT NULL,
	"status" text DEFAULT 'received' NOT NULL,
	"last_error" text,
	"looks" integer DEFAULT 0 NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	"processed_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_events_source_is_known" CHECK ("webhook_events"."source" in ('webhook', 'replay')),
	CONSTRAINT "webhook_events_status_is_known" CHECK ("webhook_events"."status" in ('received', 'processed', 'ignored', 'unknown', 'given_up')),
	CONSTRAINT "webhook_events_processed_once" CHECK (("webhook_events"."status" = 'processed') = ("webhook_events"."processed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" text,
	"attempt" integer DEFAULT 1 NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"state" text DEFAULT 'information_needed' NOT NULL,
	"has_submitted_details" boolean DEFAULT false NOT NULL,
	"bank_last4" text,
	"version" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"replaced_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "payout_accounts_state_is_known" CHECK ("payout_accounts"."state" in ('information_needed', 'pending', 'ready', 'rejected', 'disconnected')),
	CONSTRAINT "payout_accounts_bank_has_form" CHECK ("payout_accounts"."bank_last4" ~ '^[0-9]{4}$')
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
CREATE TABLE "recently_viewed" (
	"user_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"viewed_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "recently_viewed_one_each" PRIMARY KEY("user_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "user_recommendations" (
	"user_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"item_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"because_item_id" uuid,
	"made_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "user_recommendations_in_order" PRIMARY KEY("user_id","place"),
	CONSTRAINT "user_recommendations_one_each" UNIQUE("user_id","item_id"),
	CONSTRAINT "user_recommendations_reason_is_known" CHECK ("user_recommendations"."reason" in ('viewed', 'favorite', 'booked', 'near', 'popular')),
	CONSTRAINT "user_recommendations_reason_is_whole" CHECK (("user_recommendations"."reason" in ('viewed', 'favorite', 'booked')) = ("user_recommendations"."because_item_id" is not null)),
	CONSTRAINT "user_recommendations_are_few" CHECK ("user_recommendations"."place" between 1 and 24)
);
--> statement-breakpoint
CREATE TABLE "reconciled_movements" (
	"movement_id" text PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"source_id" text,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "reconciled_movements_are_posted_once" UNIQUE("transaction_id")
);
--> statement-breakpoint
CREATE TABLE "reconciliation_differences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"provider_cents" bigint,
	"ledger_cents" bigint,
	"note" text NOT NULL,
	"occurred_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "reconciliation_differences_kind_is_known" CHECK ("reconciliation_differences"."kind" in ('movement_not_posted', 'movement_amount_differs', 'posting_without_movement', 'balance_differs', 'authorization_unknown', 'authorization_amount_differs', 'authorization_gone', 'refund_differs', 'transfer_differs', 'ledger_rule_broken'))
);
--> statement-breakpoint
CREATE TABLE "reconciliation_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"compared_from" timestamp (3) with time zone NOT NULL,
	"compared_through" timestamp (3) with time zone NOT NULL,
	"movement_count" integer NOT NULL,
	"new_count" integer NOT NULL,
	"open_count" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "reconciliation_runs_reach_forward" CHECK ("reconciliation_runs"."compared_from" <= "reconciliation_runs"."compared_through")
);
--> statement-breakpoint
CREATE TABLE "payment_customers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"provider_id" text,
	"attempt" integer DEFAULT 1 NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL
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
CREATE TABLE "item_tokens" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"price_cents" integer NOT NULL,
	"rating" smallint NOT NULL,
	"tokens" integer[] NOT NULL
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
CREATE TABLE "platform_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "help_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"priority" text DEFAULT 'normal' NOT NULL,
	"admin_notes" text,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "help_messages_status_is_known" CHECK ("help_messages"."status" in ('open', 'in_progress', 'resolved', 'closed')),
	CONSTRAINT "help_messages_priority_is_known" CHECK ("help_messages"."priority" in ('low', 'normal', 'high', 'urgent'))
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
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" text NOT NULL,
	"reason" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_clock" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"offset_ms" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "app_clock_has_one_row" CHECK ("app_clock"."only"),
	CONSTRAINT "app_clock_is_not_behind" CHECK ("app_clock"."offset_ms" >= 0)
);
--> statement-breakpoint
CREATE TABLE "rental_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"actor_id" uuid,
	"event_type" text NOT NULL,
	"notes" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "rental_events_type_is_snake_case" CHECK ("rental_events"."event_type" ~ '^[a-z]+(_[a-z]+)*$')
);
--> statement-breakpoint
CREATE TABLE "status_transitions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"field" text DEFAULT 'status' NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"transition_type" text NOT NULL,
	"reason" text,
	"actor_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "status_transitions_type_is_known" CHECK ("status_transitions"."transition_type" in ('party', 'admin', 'system')),
	CONSTRAINT "status_transitions_change_something" CHECK ("status_transitions"."from_status" is distinct from "status_transitions"."to_status")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"response_status" integer,
	"response_body" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "scheduled_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_type" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" text NOT NULL,
	"dedupe_key" text DEFAULT '' NOT NULL,
	"scheduled_at" timestamp (3) with time zone NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"retry_count" integer DEFAULT 0 NOT NULL,
	"max_retries" integer DEFAULT 3 NOT NULL,
	"last_error" text,
	"locked_by" text,
	"lease_until" timestamp (3) with time zone,
	"lease_losses" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "scheduled_jobs_status_is_known" CHECK ("scheduled_jobs"."status" in ('pending', 'running', 'completed', 'failed', 'canceled')),
	CONSTRAINT "scheduled_jobs_counts_make_sense" CHECK ("scheduled_jobs"."retry_count" between 0 and "scheduled_jobs"."max_retries" and "scheduled_jobs"."lease_losses" >= 0),
	CONSTRAINT "scheduled_jobs_running_has_lease" CHECK (("scheduled_jobs"."status" = 'running') = ("scheduled_jobs"."locked_by" is not null and "scheduled_jobs"."lease_until" is not null))
);
--> statement-breakpoint
CREATE TABLE "outgoing_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text,
	"body" text,
	"html" text,
	"status" text DEFAULT 'queued' NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "outgoing_messages_channel_is_known" CHECK ("outgoing_messages"."channel" in ('mail', 'sms')),
	CONSTRAINT "outgoing_messages_status_is_known" CHECK ("outgoing_messages"."status" in ('queued', 'sent', 'dead')),
	CONSTRAINT "outgoing_messages_have_words_until_sent" CHECK ("outgoing_messages"."status" = 'sent' or "outgoing_messages"."body" is not null)
);
--> statement-breakpoint
CREATE TABLE "realtime_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "realtime_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"audience" text NOT NULL,
	"type" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" timestamp with time zone[] DEFAULT '{}' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identity_links" ADD CONSTRAINT "identity_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_verifications" ADD CONSTRAINT "user_verifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_condition_reports" ADD CONSTRAINT "booking_condition_reports_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_report_photos" ADD CONSTRAINT "booking_report_photos_report_id_booking_condition_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."booking_condition_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "user_favorites" ADD CONSTRAINT "user_favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_favorites" ADD CONSTRAINT "user_favorites_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "food_truck_settings" ADD CONSTRAINT "food_truck_settings_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_calendars" ADD CONSTRAINT "external_calendars_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_holds" ADD CONSTRAINT "inventory_holds_listing_id_items_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_holds" ADD CONSTRAINT "inventory_holds_renter_user_id_users_id_fk" FOREIGN KEY ("renter_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_holds" ADD CONSTRAINT "inventory_holds_external_calendar_id_external_calendars_id_fk" FOREIGN KEY ("external_calendar_id") REFERENCES "public"."external_calendars"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_cards" ADD CONSTRAINT "item_cards_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_cards" ADD CONSTRAINT "item_cards_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_categories" ADD CONSTRAINT "item_categories_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_categories" ADD CONSTRAINT "item_categories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_photos" ADD CONSTRAINT "item_photos_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_photos" ADD CONSTRAINT "item_photos_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_stats" ADD CONSTRAINT "item_stats_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_drafts" ADD CONSTRAINT "listing_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_drafts" ADD CONSTRAINT "listing_drafts_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD CONSTRAINT "chargebacks_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_operations" ADD CONSTRAINT "payment_operations_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_reverses_id_transfers_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recently_viewed" ADD CONSTRAINT "recently_viewed_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recently_viewed" ADD CONSTRAINT "recently_viewed_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_recommendations" ADD CONSTRAINT "user_recommendations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_recommendations" ADD CONSTRAINT "user_recommendations_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_recommendations" ADD CONSTRAINT "user_recommendations_because_item_id_items_id_fk" FOREIGN KEY ("because_item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciled_movements" ADD CONSTRAINT "reconciled_movements_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_alerts" ADD CONSTRAINT "saved_search_alerts_search_id_saved_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."saved_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_alerts" ADD CONSTRAINT "saved_search_alerts_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_search" ADD CONSTRAINT "item_search_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_tokens" ADD CONSTRAINT "item_tokens_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_categories" ADD CONSTRAINT "search_categories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_messages" ADD CONSTRAINT "help_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "zip_places_by_city" ON "zip_places" USING btree (lower("city") text_pattern_ops,"state");--> statement-breakpoint
CREATE INDEX "zip_places_by_position" ON "zip_places" USING btree ("latitude","longitude");--> statement-breakpoint
CREATE INDEX "identity_provider_records_of_grant" ON "identity_provider_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "identity_provider_records_by_uid" ON "identity_provider_records" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "identity_provider_records_by_end" ON "identity_provider_records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "captured_messages_by_age" ON "captured_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "identity_links_of_user" ON "identity_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_links_by_age" ON "identity_links" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sign_in_flows_by_age" ON "sign_in_flows" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "user_identities_of_user" ON "user_identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_resets_of_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_resets_by_age" ON "password_resets" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id","last_seen_at");--> statement-breakpoint
CREATE INDEX "sessions_by_use" ON "sessions" USING btree ("last_seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_by_age" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_awaiting_approval" ON "users" USING btree ("created_at","id") WHERE not "users"."is_approved" and not "users"."is_admin" and "users"."suspended_at" is null;--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("created_at","id") WHERE "users"."suspended_at" is not null;--> statement-breakpoint
CREATE INDEX "users_by_verified_phone" ON "users" USING btree ("phone_number") WHERE "users"."phone_verified_at" is not null;--> statement-breakpoint
CREATE INDEX "user_verifications_of_user" ON "user_verifications" USING btree ("user_id","type","created_at");--> statement-breakpoint
CREATE INDEX "user_verifications_by_age" ON "user_verifications" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "user_verifications_one_pending" ON "user_verifications" USING btree ("user_id","type") WHERE "user_verifications"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "booking_condition_reports_of_booking" ON "booking_condition_reports" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE INDEX "booking_report_photos_of_report" ON "booking_report_photos" USING btree ("report_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "booking_requests_attempt_unique" ON "booking_requests" USING btree ("renter_id","checkout_session_id");--> statement-breakpoint
CREATE INDEX "booking_requests_of_renter" ON "booking_requests" USING btree ("renter_id","created_at");--> statement-breakpoint
CREATE INDEX "bookings_of_renter" ON "bookings" USING btree ("renter_id","overview_group","start_at","id");--> statement-breakpoint
CREATE INDEX "bookings_of_owner" ON "bookings" USING btree ("owner_id","overview_group","start_at","id") WHERE "bookings"."owner_decision_deadline" is not null;--> statement-breakpoint
CREATE INDEX "bookings_to_decide" ON "bookings" USING btree ("owner_id","owner_decision_deadline","id") WHERE "bookings"."status" = 'pending' and "bookings"."approval_status" = 'pending_owner';--> statement-breakpoint
CREATE INDEX "bookings_decided" ON "bookings" USING btree ("owner_id","created_at","id") WHERE "bookings"."owner_decision_deadline" is not null and "bookings"."status" <> 'pending';--> statement-breakpoint
CREATE INDEX "bookings_unsettled" ON "bookings" USING btree ("owner_id") WHERE "bookings"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "bookings_ended" ON "bookings" USING btree ("owner_id",coalesce("closed_at", "canceled_at")) WHERE coalesce("bookings"."closed_at", "bookings"."canceled_at") is not null;--> statement-breakpoint
CREATE INDEX "bookings_agreed" ON "bookings" USING btree ("owner_id","approved_at","canceled_by","absent_party") WHERE "bookings"."approved_at" is not null;--> statement-breakpoint
CREATE INDEX "bookings_of_item" ON "bookings" USING btree ("item_id","start_at");--> statement-breakpoint
CREATE UNIQUE INDEX "fraud_analyses_one_per_booking" ON "fraud_analyses" USING btree ("booking_id","analysis_type");--> statement-breakpoint
CREATE INDEX "fraud_analyses_in_review" ON "fraud_analyses" USING btree ("review_by","id") WHERE "fraud_analyses"."status" = 'in_review';--> statement-breakpoint
CREATE INDEX "fraud_analyses_by_age" ON "fraud_analyses" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pickup_schedules_of_booking" ON "pickup_schedules" USING btree ("booking_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pickup_schedules_one_open" ON "pickup_schedules" USING btree ("booking_id") WHERE "pickup_schedules"."status" in ('proposed', 'confirmed');--> statement-breakpoint
CREATE UNIQUE INDEX "cookie_policy_one_active" ON "cookie_policy" USING btree ("is_active") WHERE "cookie_policy"."is_active";--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_policy_one_active" ON "privacy_policy" USING btree ("is_active") WHERE "privacy_policy"."is_active";--> statement-breakpoint
CREATE UNIQUE INDEX "terms_and_conditions_one_active" ON "terms_and_conditions" USING btree ("is_active") WHERE "terms_and_conditions"."is_active";--> statement-breakpoint
CREATE INDEX "conversations_of_renter" ON "conversations" USING btree ("renter_id","last_message_at");--> statement-breakpoint
CREATE INDEX "conversations_of_owner" ON "conversations" USING btree ("owner_id","last_message_at");--> statement-breakpoint
CREATE INDEX "messages_of_conversation" ON "messages" USING btree ("conversation_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_one_per_request" ON "messages" USING btree ("conversation_id") WHERE "messages"."is_request_message";--> statement-breakpoint
CREATE INDEX "error_logs_by_age" ON "error_logs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "user_favorites_by_age" ON "user_favorites" USING btree ("user_id","created_at","item_id");--> statement-breakpoint
CREATE INDEX "user_favorites_of_item" ON "user_favorites" USING btree ("item_id","user_id");--> statement-breakpoint
CREATE INDEX "external_calendars_of_item" ON "external_calendars" USING btree ("item_id") WHERE "external_calendars"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "inventory_holds_of_renter" ON "inventory_holds" USING btree ("renter_user_id");--> statement-breakpoint
CREATE INDEX "inventory_holds_of_booking" ON "inventory_holds" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "inventory_holds_of_calendar" ON "inventory_holds" USING btree ("external_calendar_id") WHERE "inventory_holds"."released_at" is null;--> statement-breakpoint
CREATE INDEX "inventory_holds_to_expire" ON "inventory_holds" USING btree ("expires_at") WHERE "inventory_holds"."released_at" is null;--> statement-breakpoint
CREATE INDEX "ledger_entries_of_transaction" ON "ledger_entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_account" ON "ledger_entries" USING btree ("account","currency","amount_cents");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_booking" ON "ledger_entries" USING btree ("booking_id","account","currency","amount_cents");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_user" ON "ledger_entries" USING btree ("user_id","account","currency","amount_cents") WHERE "ledger_entries"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "ledger_transactions_of_booking" ON "ledger_transactions" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE INDEX "ledger_transactions_by_age" ON "ledger_transactions" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name_unique" ON "categories" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "item_categories_of_category" ON "item_categories" USING btree ("category_id","item_id");--> statement-breakpoint
CREATE INDEX "item_photos_of_photo" ON "item_photos" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "items_by_age" ON "items" USING btree ("created_at","id") WHERE "items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_of_owner" ON "items" USING btree ("owner_id","created_at","id") WHERE "items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_by_title_start" ON "items" USING btree (left(lower("title"), 2),char_length("title"),lower("title") text_pattern_ops,"title") WHERE "items"."is_available" and "items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE not "notifications"."is_read";--> statement-breakpoint
CREATE INDEX "chargebacks_of_payment" ON "chargebacks" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "chargebacks_open" ON "chargebacks" USING btree ("evidence_due_at") WHERE "chargebacks"."status" in ('open', 'under_review');--> statement-breakpoint
CREATE INDEX "payment_operations_pending" ON "payment_operations" USING btree ("created_at") WHERE "payment_operations"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "payments_of_booking" ON "payments" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_of_payer" ON "payments" USING btree ("payer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_of_owner" ON "payments" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_authorized" ON "payments" USING btree ("auth_expires_at") WHERE "payments"."status" = 'authorized';--> statement-breakpoint
CREATE INDEX "payments_of_card" ON "payments" USING btree ("card_fingerprint") WHERE "payments"."card_fingerprint" is not null;--> statement-breakpoint
CREATE INDEX "refunds_of_payment" ON "refunds" USING btree ("payment_id","created_at");--> statement-breakpoint
CREATE INDEX "refunds_to_send" ON "refunds" USING btree ("created_at") WHERE "refunds"."status" = 'decided';--> statement-breakpoint
CREATE INDEX "refunds_sent_back" ON "refunds" USING btree ("created_at") WHERE "refunds"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "transfers_of_booking" ON "transfers" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE INDEX "transfers_of_owner" ON "transfers" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "transfers_of_payment" ON "transfers" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "transfers_reversed" ON "transfers" USING btree ("reverses_id") WHERE "transfers"."reverses_id" is not null;--> statement-breakpoint
CREATE INDEX "transfers_to_send" ON "transfers" USING btree ("created_at") WHERE "transfers"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_events_by_time" ON "webhook_events" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "webhook_events_open" ON "webhook_events" USING btree ("received_at") WHERE "webhook_events"."status" in ('received', 'unknown');--> statement-breakpoint
CREATE UNIQUE INDEX "payout_accounts_one_in_use" ON "payout_accounts" USING btree ("user_id") WHERE "payout_accounts"."replaced_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_accounts_provider_id_unique" ON "payout_accounts" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "payout_accounts_to_check" ON "payout_accounts" USING btree ("checked_at") WHERE "payout_accounts"."replaced_at" is null and "payout_accounts"."state" not in ('ready', 'disconnected');--> statement-breakpoint
CREATE INDEX "photos_of_owner" ON "photos" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "photos_unused" ON "photos" USING btree ("unused_since") WHERE "photos"."unused_since" is not null;--> statement-breakpoint
CREATE INDEX "recently_viewed_by_age" ON "recently_viewed" USING btree ("user_id","viewed_at","item_id");--> statement-breakpoint
CREATE INDEX "recently_viewed_of_item" ON "recently_viewed" USING btree ("item_id","user_id");--> statement-breakpoint
CREATE INDEX "user_recommendations_of_item" ON "user_recommendations" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "user_recommendations_because" ON "user_recommendations" USING btree ("because_item_id");--> statement-breakpoint
CREATE INDEX "user_recommendations_by_age" ON "user_recommendations" USING btree ("made_at");--> statement-breakpoint
CREATE INDEX "reconciled_movements_of_source" ON "reconciled_movements" USING btree ("source_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_differences_open_once" ON "reconciliation_differences" USING btree ("kind","subject") WHERE "reconciliation_differences"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "reconciliation_differences_by_age" ON "reconciliation_differences" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "reconciliation_runs_by_start" ON "reconciliation_runs" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_customers_provider_id_unique" ON "payment_customers" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "saved_search_alerts_of_item" ON "saved_search_alerts" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "saved_searches_of_user" ON "saved_searches" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "saved_searches_of_category" ON "saved_searches" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "saved_searches_to_alert" ON "saved_searches" USING btree ("next_alert_at") WHERE "saved_searches"."next_alert_at" is not null;--> statement-breakpoint
CREATE INDEX "item_search_price" ON "item_search" USING btree ("category","price_cents","item_id");--> statement-breakpoint
CREATE INDEX "item_search_newest" ON "item_search" USING btree ("category","created_at","item_id");--> statement-breakpoint
CREATE INDEX "item_search_rating" ON "item_search" USING btree ("category","rating","item_id");--> statement-breakpoint
CREATE INDEX "item_search_cell_price" ON "item_search" USING btree ("category","cell","price_cents","item_id");--> statement-breakpoint
CREATE INDEX "item_search_cell_newest" ON "item_search" USING btree ("category","cell","created_at","item_id");--> statement-breakpoint
CREATE INDEX "item_search_cell_rating" ON "item_search" USING btree ("category","cell","rating","item_id");--> statement-breakpoint
CREATE INDEX "search_terms_by_prefix" ON "search_terms" USING btree ("term" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_terms_by_slip" ON "search_terms" USING gin ("slips");--> statement-breakpoint
CREATE INDEX "help_messages_of_user" ON "help_messages" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tax_rates_of_state" ON "tax_rates" USING btree ("state") WHERE "tax_rates"."is_active";--> statement-breakpoint
CREATE INDEX "audit_log_of_entity" ON "audit_log" USING btree ("entity_type","entity_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_of_actor" ON "audit_log" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_by_age" ON "audit_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "rental_events_of_booking" ON "rental_events" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE INDEX "status_transitions_of_entity" ON "status_transitions" USING btree ("entity_type","entity_id","created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_jobs_live_unique" ON "scheduled_jobs" USING btree ("job_type","entity_id","dedupe_key") WHERE "scheduled_jobs"."status" in ('pending', 'running');--> statement-breakpoint
CREATE INDEX "scheduled_jobs_due" ON "scheduled_jobs" USING btree ("scheduled_at","id") WHERE "scheduled_jobs"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "scheduled_jobs_running" ON "scheduled_jobs" USING btree ("lease_until") WHERE "scheduled_jobs"."status" = 'running';--> statement-breakpoint
CREATE INDEX "scheduled_jobs_live_of_entity" ON "scheduled_jobs" USING btree ("entity_type","entity_id") WHERE "scheduled_jobs"."status" in ('pending', 'running');--> statement-breakpoint
CREATE INDEX "scheduled_jobs_finished" ON "scheduled_jobs" USING btree ("finished_at") WHERE "scheduled_jobs"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "outgoing_messages_not_sent" ON "outgoing_messages" USING btree ("created_at") WHERE "outgoing_messages"."status" <> 'sent';--> statement-breakpoint
CREATE INDEX "realtime_events_of_audience" ON "realtime_events" USING btree ("audience","transaction","id");--> statement-breakpoint
CREATE INDEX "realtime_events_by_age" ON "realtime_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "throttles_to_expire" ON "throttles" USING btree ("expires_at");