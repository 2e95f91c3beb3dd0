import type { HelpMessageView } from "@nexby/contract/content/support";
import type { ComponentProps } from "react";
import type { Badge } from "../ui/section.tsx";

type Look = ComponentProps<typeof Badge>["look"];

export const HELP_STATUS_LABELS: Record<HelpMessageView["status"], { label: string; look: Look }> = {
  open: { label: "Open", look: "waiting" },
  in_progress: { label: "In progress", look: "waiting" },
  resolved: { label: "Resolved", look: "good" },
  closed: { label: "Closed", look: "plain" },
};

export const HELP_PRIORITY_LABELS: Record<HelpMessageView["priority"], { label: string; look: Look }> = {
  low: { label: "Low priority", look: "plain" },
  normal: { label: "Normal priority", look: "plain" },
  high: { label: "High priority", look: "waiting" },
  urgent: { label: "Urgent", look: "bad" },
};
