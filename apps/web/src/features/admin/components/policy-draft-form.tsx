import type { PolicyKind, PolicyVersionView } from "@nexby/contract/content/policies";
import * as policiesContract from "@nexby/contract/content/policies";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextAreaField } from "../../../components/forms/text-fields.tsx";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { Tabs } from "../../../components/ui/tabs.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { createPolicyVersion } from "../api.ts";

const loadTextChanges = () => import("./text-changes.tsx").then((module) => module.TextChanges);

type Props = {
  kind: PolicyKind;
  startText: string;
  activeText: string;
  onSaved: (version: PolicyVersionView) => Promise<void>;
};

/** Saving creates a version but does not publish it. */
export function DraftForm({ kind, startText, activeText, onSaved }: Props) {
  const save = useIntent((key, body: { content: string }) => createPolicyVersion(kind)(key, body));
  return (
    <Form
      schema={policiesContract.createPolicyVersion.body}
      label="New version"
      defaultValues={{ content: startText }}
      onSubmit={async (values) => onSaved(await save(values))}
    >
      <TextAreaField name="content" label="Text" rows={16} hint="We keep your line breaks" />
      <SubmitButton busyText="Saving..." look="outline" className="w-full sm:w-max">
        Save as new version
      </SubmitButton>
      <DraftViews activeText={activeText} />
    </Form>
  );
}

function DraftViews({ activeText }: { activeText: string }) {
  const text: string = useWatch({ name: "content" }) ?? "";
  const [selected, setSelected] = useState<"preview" | "changes">("preview");
  return (
    <div>
      <Tabs
        label="New text"
        selected={selected}
        onSelect={setSelected}
        tabs={[
          {
            name: "preview",
            label: "Preview",
            panel: (
              <div className="max-w-[68ch] whitespace-pre-line break-words leading-7">
                {text.trim() || <span className="text-muted">Nothing to preview yet.</span>}
              </div>
            ),
          },
          {
            name: "changes",
            label: "Changes",
            panel: selected === "changes" && (
              <LazyPart load={loadTextChanges} props={{ before: activeText, after: text }} />
            ),
          },
        ]}
      />
    </div>
  );
}
