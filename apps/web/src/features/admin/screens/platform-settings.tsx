import type { PlatformSettings as Settings } from "@nexby/contract/admin/settings";
import { CANCELLATION_POLICIES } from "@nexby/domain/listings/item-terms";
import { TAXABLE_LINES } from "@nexby/domain/pricing/price-lines";
import { useQuery } from "@tanstack/react-query";
import { CheckboxField, ChoiceField } from "../../../components/forms/choice-fields.tsx";
import { TextField } from "../../../components/forms/text-fields.tsx";
import { AuditList } from "../../../components/product/audit-list.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { Section } from "../../../components/ui/section.tsx";
import { CANCELLATION_COPY } from "../../../lib/rental-labels.ts";
import { getPlatformSettings, settingsHistory } from "../api.ts";
import { ApprovalSetting, SettingGroup } from "../components/setting-group.tsx";
import { LINE_LABELS, SCHEMAS, settingChangeLines } from "../settings-copy.ts";

const LINES = TAXABLE_LINES.map((value) => ({ value, label: LINE_LABELS[value] }));
const POLICIES = CANCELLATION_POLICIES.map((value) => ({ value, label: CANCELLATION_COPY[value].label }));

/** Admin page for platform-wide settings. */
export function PlatformSettings() {
  const { data: settings, isLoadingError, refetch } = useQuery(getPlatformSettings());

  if (isLoadingError) return <ErrorCard onRetry={() => void refetch()} />;
  if (!settings) {
    return (
      <SkeletonArea label="Loading settings">
        <SkeletonBar shape="card" className="h-96" />
      </SkeletonArea>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-8">
      <Section title="Accounts" text="Who may list and book.">
        <ApprovalSetting settings={settings} />
      </Section>
      <BookingSettings settings={settings} />
      <MoneySettings settings={settings} />
      <Section title="History" text="What was changed, by whom and when.">
        <AuditList
          label="History of the settings"
          history={settingsHistory()}
          linesOf={settingChangeLines}
          empty="Nobody has changed anything yet. Every setting has its default."
        />
      </Section>
    </div>
  );
}

function BookingSettings({ settings }: { settings: Settings }) {
  return (
    <>
      <SettingGroup
        title="Requests"
        text="How long owners have to answer."
        settings={settings}
        keys={["ownerDecisionHours"]}
        schema={SCHEMAS.requests}
      >
        <TextField
          name="ownerDecisionHours"
          label="Hours to decide"
          hint="Fewer where the rental starts sooner, or the card’s hold ends."
          inputMode="numeric"
          autoComplete="off"
        />
      </SettingGroup>
      <SettingGroup
        title="Listings"
        text="What a new listing begins with. Its owner can choose otherwise."
        settings={settings}
        keys={["defaultCancellationPolicy"]}
        schema={SCHEMAS.listings}
      >
        <ChoiceField name="defaultCancellationPolicy" label="Cancellation policy" type="radio" options={POLICIES} />
      </SettingGroup>
    </>
  );
}

function MoneySettings({ settings }: { settings: Settings }) {
  return (
    <>
      <SettingGroup
        title="Prices"
        text="Counts for new quotes. Prices that were agreed on stay as they are."
        settings={settings}
        keys={["insuranceRate", "taxedLines"]}
        schema={SCHEMAS.prices}
      >
        <TextField
          name="insuranceRate"
          label="Insurance (%)"
          hint="Percent of the rental that insurance costs whoever adds it."
          inputMode="decimal"
          autoComplete="off"
        />
        <ChoiceField
          name="taxedLines"
          label="Taxed"
          hint="Deposits, late fees and damage are never taxed."
          type="checkbox"
          options={LINES}
        />
      </SettingGroup>
      <SettingGroup
        title="Cancellations"
        text="What owners owe counts from now on; tax comes back as it was agreed on with the price."
        settings={settings}
        keys={["refundsAllTax", "ownerCancelPenaltyCents"]}
        schema={SCHEMAS.cancellations}
      >
        <CheckboxField name="refundsAllTax" label="Give all tax back, also when part of the price is kept" />
        <TextField
          name="ownerCancelPenaltyCents"
          label="Penalty for owners ($)"
          hint="What an owner owes for canceling an approved booking. At most $1,000."
          inputMode="decimal"
          autoComplete="off"
        />
      </SettingGroup>
      <SettingGroup
        title="Late fees"
        text="Owners get what is left."
        settings={settings}
        keys={["lateFeeCommissionPercent"]}
        schema={SCHEMAS.lateFees}
      >
        <TextField
          name="lateFeeCommissionPercent"
          label="Share of late fees (%)"
          hint="Percent of a late fee that stays with the platform."
          inputMode="decimal"
          autoComplete="off"
        />
      </SettingGroup>
    </>
  );
}
