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
      <Section title="Accounts" text="Who can list and book.">
        <ApprovalSetting settings={settings} />
      </Section>
      <SettingGroup
        title="Account reviews"
        text="New users who wait for a review are told how long it usually takes."
        settings={settings}
        keys={["accountReviewHours"]}
        schema={SCHEMAS.accounts}
      >
        <TextField
          name="accountReviewHours"
          label="Hours to review"
          hint="The time within which you usually review an account, 1 to 336 hours."
          inputMode="numeric"
          autoComplete="off"
        />
      </SettingGroup>
      <BookingSettings settings={settings} />
      <MoneySettings settings={settings} />
      <Section title="History" text="Changes to these settings.">
        <AuditList
          label="Settings history"
          history={settingsHistory()}
          linesOf={settingChangeLines}
          empty="No changes yet. All settings have their default values."
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
        text="How long owners have to reply."
        settings={settings}
        keys={["ownerDecisionHours"]}
        schema={SCHEMAS.requests}
      >
        <TextField
          name="ownerDecisionHours"
          label="Hours to reply"
          hint="Shorter if the rental starts sooner or the card authorization expires."
          inputMode="numeric"
          autoComplete="off"
        />
      </SettingGroup>
      <SettingGroup
        title="Listings"
        text="Defaults for new listings. Owners can change them."
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
        text="Changes apply to new quotes. Existing bookings keep their price."
        settings={settings}
        keys={["taxedLines"]}
        schema={SCHEMAS.prices}
      >
        <ChoiceField
          name="taxedLines"
          label="Taxable charges"
          hint="We never tax deposits, late fees or damage."
          type="checkbox"
          options={LINES}
        />
      </SettingGroup>
      <SettingGroup
        title="Insurance"
        text="Checkout offers insurance once an insurer, its terms and a rate are set. Existing bookings keep theirs."
        settings={settings}
        keys={["insurerName", "insuranceTermsUrl", "insuranceRate"]}
        schema={SCHEMAS.insurance}
      >
        <TextField
          name="insurerName"
          label="Insurer"
          hint="Leave it blank if no company insures rentals."
          autoComplete="off"
        />
        <TextField
          name="insuranceTermsUrl"
          label="Link to its terms"
          hint="Starts with https://. Checkout links it."
          inputMode="url"
          autoComplete="off"
        />
        <TextField
          name="insuranceRate"
          label="Insurance (%)"
          hint="The price of insurance, as a percentage of the rental."
          inputMode="decimal"
          autoComplete="off"
        />
      </SettingGroup>
      <SettingGroup
        title="Cancellations"
        text="Changes apply to new bookings."
        settings={settings}
        keys={["refundsAllTax", "ownerCancelPenaltyCents"]}
        schema={SCHEMAS.cancellations}
      >
        <CheckboxField name="refundsAllTax" label="Refund all tax, even with a partial refund" />
        <TextField
          name="ownerCancelPenaltyCents"
          label="Owner penalty ($)"
          hint="Owners owe this if they cancel an approved booking. Up to $1,000."
          inputMode="decimal"
          autoComplete="off"
        />
      </SettingGroup>
      <SettingGroup
        title="Late fees"
        text="New bookings use this share. The fees themselves are set by rules and owners."
        settings={settings}
        keys={["lateFeeCommissionPercent"]}
        schema={SCHEMAS.lateFees}
      >
        <TextField
          name="lateFeeCommissionPercent"
          label="Our share of late fees (%)"
          hint="Owners get the rest."
          inputMode="decimal"
          autoComplete="off"
        />
      </SettingGroup>
      <SettingGroup
        title="Lost items"
        text="For items whose owner names no replacement value and asks for no deposit. New bookings use this amount."
        settings={settings}
        keys={["unvaluedLossCents"]}
        schema={SCHEMAS.losses}
      >
        <TextField
          name="unvaluedLossCents"
          label="Most per lost unit ($)"
          hint="Renters agree to it at checkout. Owners name an amount up to it when units are lost. Up to $1,000."
          inputMode="decimal"
          autoComplete="off"
        />
      </SettingGroup>
      <SettingGroup
        title="Rental photos"
        text="Photos of condition reports are private. We keep those of disputed rentals until the dispute is settled."
        settings={settings}
        keys={["evidenceRetentionDays"]}
        schema={SCHEMAS.photos}
      >
        <TextField
          name="evidenceRetentionDays"
          label="Days to keep photos"
          hint="Counted from the end of the rental, 30 to 3,650."
          inputMode="numeric"
          autoComplete="off"
        />
      </SettingGroup>
    </>
  );
}
