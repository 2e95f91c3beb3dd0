ALTER TABLE "bookings" ADD COLUMN "has_chargeback" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Written by hand: until now, is_disputed meant the bank's chargeback.
update bookings set has_chargeback = true where is_disputed;--> statement-breakpoint
-- From now on, it means that a claim, a late fee, a no-show or the handoff waits for an admin's decision.
with contested as (
  select booking.id, booking.status = 'damaged_admin_review' or coalesce(fee.status = 'disputed', false)
    or (booking.status in ('approved', 'scheduled')
      and coalesce(booking.no_show_contested_at, booking.handover_objected_at) is not null) as is_so
  from bookings booking left join late_fees fee on fee.booking_id = booking.id
)
update bookings set is_disputed = contested.is_so from contested
where contested.id = bookings.id and bookings.is_disputed <> contested.is_so;
