import type { NotificationPreferencesView } from "@nexby/contract/messaging/notification-settings";
import { CHANNELS, type Channel, type Topic } from "@nexby/domain/notifications/channels";
import type { ChoiceKind } from "@nexby/domain/notifications/choices";
import { Fragment, useId } from "react";
import type { ChoiceChange } from "../settings-api.ts";

type Text = { label: string; hint: string };

/** Kinds whose channels are chosen without a switch for all of them. */
const ALONE: readonly [ChoiceKind, Text][] = [
  ["urgent", { label: "Payments and changes", hint: "Cancellations, deposits, late returns, claims. Always emailed" }],
];

/** Each topic has a switch for all of its kinds. */
const TOPICS: readonly [Topic, Text, readonly [ChoiceKind, Text | null][]][] = [
  [
    "booking",
    { label: "Bookings", hint: "Everything about your bookings that isn’t urgent" },
    [
      ["requests", { label: "Requests", hint: "New requests, approvals, more days" }],
      ["times", { label: "Pickup and return times", hint: "Proposed and confirmed" }],
      ["reminders", { label: "Reminders", hint: "Pickups, returns and inspections that come up" }],
      ["rentals", { label: "Handoffs and returns", hint: "When an item changes hands" }],
      ["reviews", { label: "Reviews", hint: "Reviews to write, and those about you" }],
    ],
  ],
  [
    "messaging",
    { label: "Messages", hint: "New messages that you haven’t read after five minutes" },
    [["messages", null]],
  ],
  [
    "search",
    { label: "Saved searches", hint: "New items for your saved searches, at most once a day" },
    [["searches", null]],
  ],
  ["weeklyDigest", { label: "Weekly summary", hint: "Your week on Nexby, every Monday morning" }, [["weekly", null]]],
  [
    "recommendation",
    { label: "Recommendations", hint: "Items you might like, in the weekly summary" },
    [["recommendations", null]],
  ],
  ["marketing", { label: "News and offers", hint: "What’s new on Nexby" }, [["news", null]]],
];

const DIGEST: readonly [ChoiceKind, Text][] = [
  ["digest", { label: "Several updates at once", hint: "One email instead of three or more" }],
];

const CHANNEL_LABELS: Record<Channel, string> = { email: "Email", sms: "SMS", push: "Push" };
const BY: Record<Channel, string> = { email: "by email", sms: "by SMS", push: "by push message" };

type Props = {
  shown: NotificationPreferencesView;
  onChange: (changes: { [Name in Topic]?: boolean } & { choices?: ChoiceChange[] }) => void;
};

/** Every kind of message on every channel. */
export function ChoiceTable({ shown, onChange }: Props) {
  const cells = (kind: ChoiceKind, label: string, isTopicOn: boolean) =>
    CHANNELS.map((channel) => {
      const choice = shown.choices.find((one) => one.kind === kind && one.channel === channel);
      const isOpen = isTopicOn && shown[channel];
      return (
        <td key={channel} className="p-0 text-center align-top">
          {choice ? (
            <Cell
              label={`${label} ${BY[channel]}`}
              isOn={choice.isFixed || (isOpen && choice.isOn)}
              isDisabled={choice.isFixed || !isOpen}
              onChange={(isOn) => onChange({ choices: [{ kind, channel, isOn }] })}
            />
          ) : (
            <span className="inline-grid size-11 place-items-center text-muted">
              <span aria-hidden="true">–</span>
              <span className="sr-only">Not available</span>
            </span>
          )}
        </td>
      );
    });
  const plain = ([kind, text]: readonly [ChoiceKind, Text], isTopicOn: boolean, isPart: boolean) => (
    <tr key={kind}>
      <th scope="row" className={`py-2 pr-2 text-left align-top font-normal ${isPart ? "pl-3 md:pl-6" : ""}`}>
        <Words {...text} isStrong={!isPart} />
      </th>
      {cells(kind, text.label, isTopicOn)}
    </tr>
  );

  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">Kinds of messages and how they reach you</caption>
      <thead>
        <tr className="text-muted text-sm">
          <th scope="col" className="pb-1 text-left align-top font-semibold">
            Kind
          </th>
          {CHANNELS.map((channel) => (
            <th key={channel} scope="col" className="w-11 pb-1 text-center align-top font-semibold">
              {CHANNEL_LABELS[channel]}
              {!shown[channel] && <span className="block font-normal text-xs">off</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="border-line border-t">{ALONE.map((row) => plain(row, true, false))}</tbody>
      {TOPICS.map(([topic, text, kinds]) => {
        const [single] = kinds.length === 1 ? kinds : [];
        return (
          <tbody key={topic} className="border-line border-t">
            <tr>
              <th
                scope={single ? "row" : "rowgroup"}
                colSpan={single ? 1 : CHANNELS.length + 1}
                className="py-2 pr-2 text-left align-top font-normal"
              >
                <TopicSwitch {...text} isOn={shown[topic]} onChange={(isOn) => onChange({ [topic]: isOn })} />
              </th>
              {single && cells(single[0], text.label, shown[topic])}
            </tr>
            {!single &&
              kinds.map(([kind, own]) => (
                <Fragment key={kind}>{own && plain([kind, own], shown[topic], true)}</Fragment>
              ))}
          </tbody>
        );
      })}
      <tbody className="border-line border-t">{DIGEST.map((row) => plain(row, true, false))}</tbody>
    </table>
  );
}

const Words = ({ label, hint, isStrong }: Text & { isStrong: boolean }) => (
  <>
    <span className={`block ${isStrong ? "font-semibold" : "font-medium"}`}>{label}</span>
    <span className="mt-0.5 block text-pretty text-muted text-sm">{hint}</span>
  </>
);

type SwitchProps = { isOn: boolean; onChange: (isOn: boolean) => void };

function TopicSwitch({ label, hint, isOn, onChange }: Text & SwitchProps) {
  const id = useId();
  return (
    <label className="flex min-h-11 items-start gap-3">
      <input
        type="checkbox"
        role="switch"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="relative mt-0.5 h-6 w-10 shrink-0 appearance-none rounded-full bg-line-strong transition-colors duration-120 before:absolute before:top-1 before:left-1 before:size-4 before:rounded-full before:bg-surface before:transition-transform before:duration-120 checked:bg-primary checked:before:translate-x-4"
      />
      <span>
        <span id={`${id}-label`} className="block font-semibold">
          {label}
        </span>
        <span id={`${id}-hint`} className="mt-0.5 block text-pretty text-muted text-sm">
          {hint}
        </span>
      </span>
    </label>
  );
}

type CellProps = SwitchProps & { label: string; isDisabled: boolean };

/** A finger's width, also on a phone. */
const Cell = ({ label, isOn, isDisabled, onChange }: CellProps) => (
  <label className="inline-grid size-11 place-items-center">
    <span className="sr-only">{label}</span>
    <input
      type="checkbox"
      checked={isOn}
      disabled={isDisabled}
      onChange={(event) => onChange(event.target.checked)}
      className="size-5 accent-primary"
    />
  </label>
);
