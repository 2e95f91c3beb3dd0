import type { PolicyKind, PolicyVersionView } from "@nexby/contract/content/policies";
import * as policiesContract from "@nexby/contract/content/policies";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { Form, SavedStatus, SubmitButton } from "../../../components/forms/form.tsx";
import { TextAreaField } from "../../../components/forms/text-fields.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { ConfirmButton } from "../../../components/ui/dialog.tsx";
import { LazyPart, SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { Tabs } from "../../../components/ui/tabs.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { createPolicyVersion, listPolicyVersions, publishPolicyVersion, refreshPolicy } from "../api.ts";

const loadTextChanges = () => import("../components/text-changes.tsx").then((module) => module.TextChanges);

type DraftFormProps = {
  kind: PolicyKind;
  startText: string;
  activeText: string;
  onSaved: (version: PolicyVersionView) => Promise<void>;
};

/** Saving creates a version but does not publish it. */
function DraftForm({ kind, startText, activeText, onSaved }: DraftFormProps) {
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

/** Lists a policy's versions, and edits and publishes new ones. */
export function PolicyEditor({ kind }: { kind: PolicyKind }) {
  const { data: versions, isError, refetch } = useQuery(listPolicyVersions(kind));
  if (!versions && isError) return <ErrorCard onRetry={() => void refetch()} />;
  if (!versions) {
    return (
      <SkeletonArea label="Loading versions">
        <div className="grid gap-6">
          <SkeletonBar shape="card" className="h-40" />
          <SkeletonBar shape="card" className="h-96" />
        </div>
      </SkeletonArea>
    );
  }
  return <LoadedEditor kind={kind} versions={versions} />;
}

function LoadedEditor({ kind, versions }: { kind: PolicyKind; versions: readonly PolicyVersionView[] }) {
  const client = useQueryClient();
  const active = versions.find(({ isActive }) => isActive) ?? null;
  const [startFrom, setStartFrom] = useState(active?.version ?? null);
  const [message, setMessage] = useState<string | null>(null);
  const editor = useRef<HTMLElement>(null);
  const list = useRef<HTMLElement>(null);

  return (
    <div className="grid gap-10">
      <section ref={list} tabIndex={-1} aria-labelledby="versions" className="outline-none">
        <h2 id="versions" className="mb-4 display-type text-xl">
          Versions
        </h2>
        <SavedStatus text={message} className="pb-3" />
        <VersionList
          kind={kind}
          versions={versions}
          onPublished={async ({ version }) => {
            await refreshPolicy(client, kind);
            setMessage(`Version ${version} published`);
          }}
          onGone={() => list.current?.focus()}
          onEdit={(version) => {
            setStartFrom(version);
            editor.current?.focus();
          }}
        />
      </section>
      <section ref={editor} tabIndex={-1} aria-labelledby="editor" className="outline-none">
        <h2 id="editor" className="mb-4 display-type text-xl">
          New version
        </h2>
        <DraftForm
          key={startFrom}
          kind={kind}
          startText={versions.find(({ version }) => version === startFrom)?.content ?? ""}
          activeText={active?.content ?? ""}
          onSaved={async ({ version }) => {
            await refreshPolicy(client, kind);
            setMessage(`Version ${version} saved`);
          }}
        />
      </section>
    </div>
  );
}

type Props = {
  kind: PolicyKind;
  versions: readonly PolicyVersionView[];
  onPublished: (version: PolicyVersionView) => Promise<void>;
  /** Called when the pressed button is gone. */
  onGone: () => void;
  onEdit: (version: number) => void;
};

function VersionList({ kind, versions, onPublished, onGone, onEdit }: Props) {
  const active = versions.find(({ isActive }) => isActive);
  return (
    <ul aria-label="Versions" className="rounded-card border border-line bg-surface px-5">
      {versions.map(({ version, createdAt, isActive }) => (
        <li
          key={version}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-b py-4 last:border-b-0"
        >
          <div>
            <p className="flex items-center gap-2 font-semibold">
              Version {version}
              {isActive && <Badge look="good">Active</Badge>}
            </p>
            <p className="text-muted text-sm">{formatMoment(createdAt)}</p>
          </div>
          <div className="flex flex-wrap gap-3">
            <Button look="outline" aria-label={`Edit version ${version}`} onClick={() => onEdit(version)}>
              Edit
            </Button>
            {!isActive && (
              <ConfirmButton
                label={`Publish version ${version}`}
                title={`Publish version ${version}?`}
                text={
                  active
                    ? `It replaces version ${active.version} for everyone right away.`
                    : "It takes effect for everyone right away."
                }
                confirmLabel="Publish"
                onConfirm={async (key) => onPublished(await publishPolicyVersion(kind, version)(key))}
                onOpenerGone={onGone}
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
