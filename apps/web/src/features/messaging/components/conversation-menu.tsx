import { type ConversationView, reportConversation as reportContract } from "@nexby/contract/messaging/conversations";
import { useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, Ban, Flag } from "lucide-react";
import { useState } from "react";
import { ChoiceField } from "../../../components/forms/choice-fields.tsx";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextAreaField } from "../../../components/forms/text-fields.tsx";
import { MenuButton } from "../../../components/product/menu-button.tsx";
import { ConfirmDialog, Dialog, DialogButtons } from "../../../components/ui/dialog.tsx";
import type { MenuAction } from "../../../components/ui/menu.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { refreshConversations } from "../../../lib/live-messages.ts";
import { toasts } from "../../../lib/toasts.ts";
import { reportConversation, updateConversation } from "../api.ts";
import { REPORT_REASONS } from "../copy.ts";

type Props = { conversation: ConversationView };

/** Archive, block and report. */
export function ConversationMenu({ conversation }: Props) {
  const { id, other, isArchived, isBlocked, blockRefusal } = conversation;
  const client = useQueryClient();
  const [dialog, setDialog] = useState<"block" | "report" | null>(null);
  const update = useIntent(updateConversation);
  const change = async (changes: { isArchived?: boolean; isBlocked?: boolean }) => {
    await update(id, changes);
    await refreshConversations(client);
  };
  const changeOrSay = (changes: Parameters<typeof change>[0]) =>
    change(changes).catch((error: unknown) =>
      toasts.show({
        title: "That didn’t work",
        description: error instanceof Error ? error.message : "Please try again.",
        isDestructive: true,
      }),
    );
  const blockOrSayWhyNot = () => {
    if (blockRefusal === null) setDialog("block");
    else toasts.show({ title: `You can’t block ${other.firstName} yet`, description: blockRefusal });
  };
  const close = () => setDialog(null);

  const actions: MenuAction[] = [
    {
      label: isArchived ? "Move to inbox" : "Archive",
      icon: isArchived ? ArchiveRestore : Archive,
      onSelect: () => void changeOrSay({ isArchived: !isArchived }),
    },
    ...(isBlocked
      ? [{ label: `Unblock ${other.firstName}`, icon: Ban, onSelect: () => void changeOrSay({ isBlocked: false }) }]
      : [{ label: `Block ${other.firstName}`, icon: Ban, isDangerous: true, onSelect: blockOrSayWhyNot }]),
    { label: "Report", icon: Flag, isDangerous: true, onSelect: () => setDialog("report") },
  ];

  return (
    <>
      <MenuButton name="More actions" actions={actions} />
      <ConfirmDialog
        isOpen={dialog === "block"}
        onClose={close}
        title={`Block ${other.firstName}?`}
        text={`Until you unblock ${other.firstName}, neither of you can write to the other or rent from them.`}
        confirmLabel={`Block ${other.firstName}`}
        onConfirm={() => change({ isBlocked: true })}
      />
      <Dialog
        isOpen={dialog === "report"}
        onClose={close}
        title={`Report ${other.firstName}`}
        text="Our team will read this conversation. We don’t tell them who reported it."
      >
        <ReportForm conversationId={id} onDone={close} />
      </Dialog>
    </>
  );
}

const REASONS = Object.entries(REPORT_REASONS).map(([value, label]) => ({ value, label }));

function ReportForm({ conversationId, onDone }: { conversationId: string; onDone: () => void }) {
  const send = useIntent(reportConversation(conversationId));
  return (
    <Form
      schema={reportContract.body}
      className="mt-5 grid grid-cols-1 gap-5"
      onSubmit={async (values) => {
        await send(values);
        onDone();
        toasts.show({ title: "Report sent", description: "We’ll let you know when our team has read it." });
      }}
    >
      <ChoiceField name="reason" label="What’s wrong?" type="radio" options={REASONS} />
      <TextAreaField name="notes" label="Details" isOptional />
      <DialogButtons>
        <SubmitButton look="danger" busyText="Sending...">
          Send report
        </SubmitButton>
      </DialogButtons>
    </Form>
  );
}
