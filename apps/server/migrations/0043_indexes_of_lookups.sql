CREATE INDEX "pickup_schedules_of_booking" ON "pickup_schedules" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "transfers_of_payment" ON "transfers" USING btree ("payment_id");