CREATE TABLE "booking_extensions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"previous_end_at" timestamp (3) with time zone NOT NULL,
	"end_date" date NOT NULL,
	"end_at" timestamp (3) with time zone NOT NULL,
	"price_breakdown" jsonb NOT NULL,
	"payment_id" uuid NOT NULL,
	"message" text,
	"decline_reason" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"requested_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL,
	CONSTRAINT "booking_extensions_payment_unique" UNIQUE("payment_id"),
	CONSTRAINT "booking_extensions_status_is_known" CHECK ("booking_extensions"."status" in ('draft', 'requested', 'approved', 'declined', 'expired', 'withdrawn')),
	CONSTRAINT "booking_extensions_end_later" CHECK ("booking_extensions"."end_at" > "booking_extensions"."previous_end_at" and isfinite("booking_extensions"."end_at")),
	CONSTRAINT "booking_extensions_end_once" CHECK (("booking_extensions"."status" in ('draft', 'requested')) = ("booking_extensions"."decided_at" is null)),
	CONSTRAINT "booking_extensions_are_requested_first" CHECK ("booking_extensions"."status" not in ('requested', 'approved', 'declined') or "booking_extensions"."requested_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "booking_extensions" ADD CONSTRAINT "booking_extensions_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_extensions_of_booking" ON "booking_extensions" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "booking_extensions_one_open" ON "booking_extensions" USING btree ("booking_id") WHERE "booking_extensions"."status" in ('draft', 'requested');