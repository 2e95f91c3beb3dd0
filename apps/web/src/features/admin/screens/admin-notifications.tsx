import type { AdminNotificationSettingView, NotificationDeliveryView } from "@nexby/contract/admin/notifications";
import type { AdminNotificationKind } from "@nexby/contract/messaging/notifications";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSearchParams } from "wouter";
import bell from "../../../../../../assets/web/bell.webp";
import { SavedStatus } from "../../../components/forms/form.tsx";
import { Switch } from "../../../components/ui/choices.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { EmptyState, Notice } from "../../../components/ui/notice.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { Select } from "../../../components/ui/select.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { Table } from "../../../components/ui/table.tsx";
import { Tabs } from "../../../components/ui/tabs.tsx";
import { formatMoment } from "../../../lib/dates.ts";
import { useMutationAction } from "../../../lib/form-errors.ts";
import {
  type DeliveryFilter,
  listAdminNotificationSettings,
  listNotificationDeliveries,
  updateAdminNotificationSetting,
} from "../api.ts";

/** Deliveries to everyone, and which events admins get by email. The selection is kept in the URL. */
export function AdminNotifications() {
  const [params, setParams] = useSearchParams();
  return (
    <Tabs
      label="Notifications"
      selected={params.get("tab") === "admin-email" ? "admin-email" : "deliveries"}
      onSelect={(tab) => setParams({ view: "notifications", ...(tab !== "deliveries" && { tab }) }, { replace: true })}
      tabs={[
        { name: "deliveries", label: "Deliveries", panel: <Deliveries /> },
        { name: "admin-email", label: "Email to admins", panel: <AdminEmail /> },
      ]}
    />
  );
}

const CHANNELS = { email: "Email", sms: "SMS", push: "Push message" } as const;
const STATUSES = {
  waiting: { label: "Waiting", look: "waiting" },
  sending: { label: "Sending", look: "waiting" },
  sent: { label: "Sent", look: "good" },
  failed: { label: "Failed", look: "bad" },
  skipped: { label: "Not sent", look: "plain" },
  canceled: { label: "Read first", look: "plain" },
} as const;
const REASONS: Record<NonNullable<NotificationDeliveryView["reason"]>, string> = {
  channel_off: "Channel turned off",
  topic_off: "Topic turned off",
  phone_not_verified: "Phone not verified",
  no_device: "No browser with push messages",
  suspended: "Account suspended",
  read: "Read in the app first",
  outdated: "No longer true",
};

const keyIn = <Key extends string>(labels: Record<Key, unknown>, text: string | null): Key | null =>
  text !== null && Object.hasOwn(labels, text) ? (text as Key) : null;

function Deliveries() {
  const [params, setParams] = useSearchParams();
  const filter: DeliveryFilter = {
    status: keyIn(STATUSES, params.get("status")),
    channel: keyIn(CHANNELS, params.get("channel")),
  };
  const change = (changed: Partial<Record<keyof DeliveryFilter, string>>) => {
    const entries = Object.entries({ view: "notifications", ...filter, ...changed }).filter(([, value]) => value);
    setParams(Object.fromEntries(entries) as Record<string, string>, { replace: true });
  };
  return (
    <>
      <div className="mb-6 grid gap-4 sm:max-w-xl sm:grid-cols-2">
        <Select
          label="Status"
          everything="All statuses"
          options={Object.entries(STATUSES).map(([value, { label }]) => ({ value, label }))}
          value={filter.status}
          onChange={(status) => change({ status })}
        />
        <Select
          label="Channel"
          everything="All channels"
          options={Object.entries(CHANNELS).map(([value, label]) => ({ value, label }))}
          value={filter.channel}
          onChange={(channel) => change({ channel })}
        />
      </div>
      <DeliveryTable key={`${filter.status} ${filter.channel}`} filter={filter} />
    </>
  );
}

function DeliveryTable({ filter }: { filter: DeliveryFilter }) {
  const pages = useInfiniteQuery(listNotificationDeliveries(filter));
  const rows = useRef<HTMLTableSectionElement>(null);
  const deliveries = pages.data?.pages.flatMap((page) => page.body) ?? [];

  if (pages.isPending) return <Loading label="Loading deliveries" />;
  if (pages.isLoadingError) return <ErrorCard onRetry={() => void pages.refetch()} />;
  if (deliveries.length === 0) return <EmptyState picture={bell} text="No deliveries match these filters." />;
  return (
    <>
      <Table
        caption="Deliveries"
        bodyRef={rows}
        keyOf={({ id }) => id}
        rows={deliveries}
        columns={[
          { title: "Person", cell: ({ name }) => name || "No name" },
          { title: "Notification", cell: ({ title }) => title },
          { title: "Channel", cell: ({ channel }) => CHANNELS[channel] },
          { title: "Status", cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
          { title: "Time", cell: ({ at }) => formatMoment(at) },
        ]}
      />
      <ShowMore pages={pages} count={deliveries.length} list={rows} problem="We couldn’t load more deliveries." />
    </>
  );
}

function DeliveryStatus({ delivery }: { delivery: NotificationDeliveryView }) {
  const { status, reason, attempts, error } = delivery;
  const details = [
    reason && REASONS[reason],
    attempts > 1 && `${attempts} attempts`,
    status !== "sent" && error,
  ].filter(Boolean);
  return (
    <>
      <Badge look={STATUSES[status].look}>{STATUSES[status].label}</Badge>
      {details.length > 0 && <span className="mt-1 block text-muted text-sm">{details.join(". ")}</span>}
    </>
  );
}

const Loading = ({ label }: { label: string }) => (
  <SkeletonArea label={label}>
    <SkeletonBar shape="card" className="h-96" />
  </SkeletonArea>
);

/** In the words of the notifications themselves. */
const EVENTS: Record<AdminNotificationKind, string> = {
  admin_request_review: "A request needs a fraud review",
  admin_claim: "A damage claim needs a decision",
  admin_late_fee: "A late fee is contested",
  admin_no_show: "A no-show is contested",
  admin_handoff: "A handoff is disputed",
  admin_deposit_ending: "A deposit will be released soon",
  admin_deposit_lapsed: "A deposit hold lapsed",
  admin_unreported_rental: "No one reported a rental",
  admin_suspended_bookings: "A suspended account has bookings",
  admin_frequent_cancellations: "An owner cancels often",
  admin_missing_tax_rate: "A state has no tax rate",
  admin_refund_failed: "A refund failed",
  admin_low_balance: "The balance is too low for a refund",
  admin_chargeback: "A bank disputes a payment",
  admin_lost_events: "Payment events were lost",
  admin_provider_refusal: "The payment provider rejects our requests",
  admin_ledger_differences: "The ledger and the payment provider differ",
  admin_review_reported: "A review was reported",
  admin_conversation_reported: "A conversation was reported",
};

function AdminEmail() {
  const { data, isError, refetch } = useQuery(listAdminNotificationSettings());
  if (data) return <AdminEmailSwitches settings={data} />;
  if (isError) return <ErrorCard onRetry={() => void refetch()} />;
  return <Loading label="Loading settings" />;
}

/** Switches save immediately: each shows the new choice while saving and reverts on failure. */
function AdminEmailSwitches({ settings }: { settings: AdminNotificationSettingView[] }) {
  const client = useQueryClient();
  const [pending, setPending] = useState<AdminNotificationSettingView | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const saving = useMutationAction(async (key, setting: AdminNotificationSettingView) => {
    const answer = await updateAdminNotificationSetting(key, setting);
    client.setQueryData(listAdminNotificationSettings().queryKey, answer);
    setSaved("Saved");
  });
  const change = async (setting: AdminNotificationSettingView) => {
    setPending(setting);
    setSaved(null);
    await saving.run(setting);
    setPending(null);
  };

  return (
    <div className="max-w-xl">
      <p className="mb-4 text-muted">
        Every admin sees all of these in the app. Turn on those that should also go to every admin by email.
      </p>
      {saving.problem && (
        <Notice look="problem" role="alert" className="mb-4">
          {saving.problem}
        </Notice>
      )}
      <div className="grid grid-cols-1 gap-1">
        {settings.map(({ kind, email }) => (
          <Switch
            key={kind}
            label={EVENTS[kind]}
            isOn={pending?.kind === kind ? pending.email : email}
            onChange={(isOn) => void change({ kind, email: isOn })}
          />
        ))}
      </div>
      <SavedStatus text={saved} className="mt-2" />
    </div>
  );
}
