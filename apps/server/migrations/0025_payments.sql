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
	CONSTRAINT "payments_kind_is_known" CHECK ("payments"."kind" in ('rental', 'deposit', 'late_fee', 'damage')),
	CONSTRAINT "payments_status_is_known" CHECK ("payments"."status" in ('created', 'awaiting_payment', 'action_required', 'authorized', 'captured', 'partially_refunded', 'refunded', 'disputed', 'charged_back', 'canceled')),
	CONSTRAINT "payments_capture_is_known" CHECK ("payments"."capture" in ('manual', 'automatic')),
	CONSTRAINT "payments_are_not_to_oneself" CHECK ("payments"."payer_id" <> "payments"."owner_id"),
	CONSTRAINT "payments_rental_has_its_price" CHECK (("payments"."kind" = 'rental') = ("payments"."price_breakdown" is not null)),
	CONSTRAINT "payments_amounts_make_sense" CHECK ("payments"."amount_cents" > 0 and "payments"."commission_cents" between 0 and "payments"."amount_cents"
        and "payments"."authorized_cents" between 0 and "payments"."amount_cents"
        and "payments"."captured_cents" between 0 and "payments"."amount_cents"
        and "payments"."refunded_cents" between 0 and "payments"."captured_cents" and "payments"."attempts" >= 0)
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
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	"processed_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_events_source_is_known" CHECK ("webhook_events"."source" in ('webhook', 'replay')),
	CONSTRAINT "webhook_events_status_is_known" CHECK ("webhook_events"."status" in ('received', 'processed', 'ignored', 'unknown')),
	CONSTRAINT "webhook_events_processed_once" CHECK (("webhook_events"."status" = 'processed') = ("webhook_events"."processed_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "chargebacks" ADD CONSTRAINT "chargebacks_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_operations" ADD CONSTRAINT "payment_operations_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_reverses_id_transfers_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chargebacks_of_payment" ON "chargebacks" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "chargebacks_open" ON "chargebacks" USING btree ("evidence_due_at") WHERE "chargebacks"."status" in ('open', 'under_review');--> statement-breakpoint
CREATE INDEX "payment_operations_pending" ON "payment_operations" USING btree ("created_at") WHERE "payment_operations"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "payments_of_booking" ON "payments" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_of_payer" ON "payments" USING btree ("payer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_of_owner" ON "payments" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_authorized" ON "payments" USING btree ("auth_expires_at") WHERE "payments"."status" = 'authorized';--> statement-breakpoint
CREATE INDEX "refunds_of_payment" ON "refunds" USING btree ("payment_id","created_at");--> statement-breakpoint
CREATE INDEX "refunds_to_send" ON "refunds" USING btree ("created_at") WHERE "refunds"."status" = 'decided';--> statement-breakpoint
CREATE INDEX "transfers_of_booking" ON "transfers" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE INDEX "transfers_of_owner" ON "transfers" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "transfers_reversed" ON "transfers" USING btree ("reverses_id") WHERE "transfers"."reverses_id" is not null;--> statement-breakpoint
CREATE INDEX "transfers_to_send" ON "transfers" USING btree ("created_at") WHERE "transfers"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_events_by_time" ON "webhook_events" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "webhook_events_unknown" ON "webhook_events" USING btree ("received_at") WHERE "webhook_events"."status" = 'unknown';