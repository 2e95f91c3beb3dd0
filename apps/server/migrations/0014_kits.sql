ALTER TABLE "booking_condition_reports" ADD COLUMN "pieces" jsonb;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "pieces" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_pieces_are_a_short_list" CHECK (case jsonb_typeof("items"."pieces") when 'array' then jsonb_array_length("items"."pieces") <= 30
        else false end);