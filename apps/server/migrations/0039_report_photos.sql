CREATE TABLE "booking_report_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"report_id" uuid NOT NULL,
	"url" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT app_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "booking_report_photos" ADD CONSTRAINT "booking_report_photos_report_id_booking_condition_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."booking_condition_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_report_photos_of_report" ON "booking_report_photos" USING btree ("report_id","created_at");