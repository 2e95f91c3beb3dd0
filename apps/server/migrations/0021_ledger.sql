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
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_entries_of_transaction" ON "ledger_entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_account" ON "ledger_entries" USING btree ("account","currency","amount_cents");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_booking" ON "ledger_entries" USING btree ("booking_id","account","currency","amount_cents");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_user" ON "ledger_entries" USING btree ("user_id","account","currency","amount_cents") WHERE "ledger_entries"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "ledger_transactions_of_booking" ON "ledger_transactions" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE INDEX "ledger_transactions_by_age" ON "ledger_transactions" USING btree ("created_at","id");--> statement-breakpoint
create trigger ledger_transactions_is_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger ledger_entries_is_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();
--> statement-breakpoint
-- Both sides of every transaction, whole and for good: as many entries as it says, of its booking, zero per currency.
create function check_ledger_transaction() returns trigger language plpgsql as $$
declare
  checked uuid;
begin
  if tg_table_name = 'ledger_transactions' then checked := new.id; else checked := new.transaction_id; end if;
  if exists (
    select 1
    from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id
    where t.id = checked
    group by t.id
    having count(e.id) <> t.entry_count or bool_or(e.booking_id is distinct from t.booking_id)
  ) or exists (
    select 1 from ledger_entries where transaction_id = checked group by currency having sum(amount_cents) <> 0
  ) then
    raise exception 'ledger transaction % does not balance', checked
      using errcode = 'check_violation', constraint = 'ledger_transactions_balance';
  end if;
  return null;
end $$;
--> statement-breakpoint
-- At commit, when all entries are there.
create constraint trigger ledger_transactions_balance after insert on ledger_transactions
  deferrable initially deferred for each row execute function check_ledger_transaction();
--> statement-breakpoint
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function check_ledger_transaction();
