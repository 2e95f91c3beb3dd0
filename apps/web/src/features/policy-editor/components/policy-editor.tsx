import type { PolicyKind, PolicyVersionView } from "@nexby/contract/policies";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { SavedStatus } from "../../../components/forms/saved-status.tsx";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";
import { policyVersions, refreshPolicy } from "../api/policy-versions.ts";
import { DraftForm } from "./draft-form.tsx";
import { VersionList } from "./version-list.tsx";

/** Versions of a text, a place to write the next one, and its publication. */
export function PolicyEditor({ kind }: { kind: PolicyKind }) {
  const { data: versions, isError, refetch } = useQuery(policyVersions(kind));
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
  const [said, setSaid] = useState<string | null>(null);
  const editor = useRef<HTMLElement>(null);
  const list = useRef<HTMLElement>(null);

  return (
    <div className="grid gap-10">
      <section ref={list} tabIndex={-1} aria-labelledby="versions" className="outline-none">
        <h2 id="versions" className="mb-4 display-type text-xl">
          Versions
        </h2>
        <SavedStatus text={said} className="pb-3" />
        <VersionList
          kind={kind}
          versions={versions}
          onPublished={async ({ version }) => {
            await refreshPolicy(client, kind);
            setSaid(`Version ${version} is published`);
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
            setSaid(`Version ${version} is saved`);
          }}
        />
      </section>
    </div>
  );
}
