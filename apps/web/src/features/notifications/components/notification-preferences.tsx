import type { NotificationPreferencesView } from "@nexby/contract/messaging/notification-settings";
import { displayPhone } from "@nexby/domain/accounts/profile-completeness";
import { TOPICS } from "@nexby/domain/notifications/channels";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Field } from "../../../components/forms/field.tsx";
import { SavedStatus } from "../../../components/forms/form.tsx";
import { timeOptions } from "../../../components/forms/time-options.ts";
import { Switch } from "../../../components/ui/choices.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { Section } from "../../../components/ui/section.tsx";
import { NativeSelect } from "../../../components/ui/select.tsx";
import { getNotificationPreferences, usePreferenceChanges } from "../settings-api.ts";
import { ChoiceTable } from "./choice-table.tsx";
import { PushDevices } from "./push-devices.tsx";

type Contact = { email: string; phoneNumber: string | null; phoneVerifiedAt: string | null };

export function NotificationPreferences({ contact }: { contact: Contact }) {
  const { data, isError, refetch } = useQuery(getNotificationPreferences());
  if (data) return <Preferences stored={data} contact={contact} />;
  if (isError) return <ErrorCard onRetry={() => void refetch()} />;
  return (
    <SkeletonArea label="Loading preferences">
      <SkeletonBar shape="card" className="h-96" />
    </SkeletonArea>
  );
}

const CHANNELS = ["email", "sms", "push"];
const CHOICES = [...TOPICS, "choices"];
const QUIET_HOURS = ["quietHours", "quietFrom", "quietUntil", "timeZone"];

function phoneHint({ phoneNumber, phoneVerifiedAt }: Contact): string {
  if (!phoneNumber) return "Add a phone number first.";
  return phoneVerifiedAt
    ? `Urgent updates to ${displayPhone(phoneNumber)}`
    : `Verify ${displayPhone(phoneNumber)} first.`;
}

type PreferencesProps = { stored: NotificationPreferencesView; contact: Contact };

function Preferences({ stored, contact }: PreferencesProps) {
  const { shown, change, saved, problem } = usePreferenceChanges(stored);
  /** Next to what was changed. */
  const savedIn = (names: readonly string[]) => (
    <SavedStatus text={saved !== null && names.includes(saved) ? "Saved" : null} className="mt-2" />
  );

  return (
    <div className="grid grid-cols-1 gap-8">
      {problem && (
        <Notice look="problem" role="alert">
          {problem}
        </Notice>
      )}
      <Section
        title="How we reach you"
        text="Turning one off turns it off for every kind of message. We always email you when money or a booking depends on it."
      >
        <div className="grid grid-cols-1 gap-2">
          <Switch
            label="Email"
            hint={`To ${contact.email}`}
            isOn={shown.email}
            onChange={(email) => void change({ email })}
          />
          <Switch label="SMS" hint={phoneHint(contact)} isOn={shown.sms} onChange={(sms) => void change({ sms })} />
          <Switch
            label="Push messages"
            hint="Shown by your browser, even when Nexby is closed"
            isOn={shown.push}
            onChange={(push) => void change({ push })}
          />
          {shown.push && <PushDevices />}
          {savedIn(CHANNELS)}
        </div>
      </Section>
      <Section
        title="What we tell you about"
        text="Choose how each kind of message reaches you. Everything is also in the app."
      >
        <ChoiceTable shown={shown} onChange={(changes) => void change(changes)} />
        {savedIn(CHOICES)}
      </Section>
      <Section title="Quiet hours" text="Texts and push messages wait until morning, except on the day of a handoff.">
        <div className="grid grid-cols-1 gap-4">
          <Switch
            label="No texts or push messages at night"
            isOn={shown.quietHours}
            onChange={(quietHours) => void change({ quietHours })}
          />
          {shown.quietHours && <QuietHours shown={shown} onChange={(changes) => void change(changes)} />}
          {savedIn(QUIET_HOURS)}
        </div>
      </Section>
    </div>
  );
}

const ZONES = [
  { value: "America/New_York", label: "Eastern Time" },
  { value: "America/Chicago", label: "Central Time" },
  { value: "America/Denver", label: "Mountain Time" },
  { value: "America/Phoenix", label: "Arizona" },
  { value: "America/Los_Angeles", label: "Pacific Time" },
  { value: "America/Anchorage", label: "Alaska" },
  { value: "Pacific/Honolulu", label: "Hawaii" },
];

/** Also lists a time zone outside of the US. */
const zonesWith = (zone: string) =>
  ZONES.some(({ value }) => value === zone)
    ? ZONES
    : [...ZONES, { value: zone, label: zone.replaceAll("_", " ").replaceAll("/", ", ") }];

type QuietHoursProps = {
  shown: NotificationPreferencesView;
  onChange: (changes: Partial<NotificationPreferencesView>) => void;
};

function QuietHours({ shown, onChange }: QuietHoursProps) {
  const id = useId();
  const zone = shown.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field id={`${id}-from`} label="From" error={undefined}>
        <NativeSelect
          id={`${id}-from`}
          value={shown.quietFrom}
          options={timeOptions(shown.quietFrom)}
          onChange={(event) => onChange({ quietFrom: event.target.value })}
        />
      </Field>
      <Field id={`${id}-until`} label="Until" error={undefined}>
        <NativeSelect
          id={`${id}-until`}
          value={shown.quietUntil}
          options={timeOptions(shown.quietUntil)}
          onChange={(event) => onChange({ quietUntil: event.target.value })}
        />
      </Field>
      <div className="col-span-2">
        <Field id={`${id}-zone`} label="Time zone" error={undefined}>
          <NativeSelect
            id={`${id}-zone`}
            value={zone}
            options={zonesWith(zone)}
            onChange={(event) => onChange({ timeZone: event.target.value })}
          />
        </Field>
      </div>
    </div>
  );
}
