ALTER TABLE "payments" DROP CONSTRAINT "payments_kind_is_known";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_rental_has_its_price";--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_kind_is_known" CHECK ("payments"."kind" in ('rental', 'deposit', 'extension', 'late_fee', 'damage'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_rental_has_its_price" CHECK (("payments"."kind" in ('rental', 'extension')) = ("payments"."price_breakdown" is not null));