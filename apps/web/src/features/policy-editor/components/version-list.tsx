import type { PolicyKind, PolicyVersionView } from "@nexby/contract/policies";
import { Badge } from "../../../components/ui/badge.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { ConfirmButton } from "../../../components/ui/confirm-button.tsx";
import { formatMoment } from "../../../lib/dates.ts";
import { publishVersion } from "../api/policy-versions.ts";

type Props = {
  kind: PolicyKind;
  versions: readonly PolicyVersionView[];
  onPublished: (version: PolicyVersionView) => Promise<void>;
  /** When the button that was pressed is no longer there. */
  onGone: () => void;
  onEdit: (version: number) => void;
};

export function VersionList({ kind, versions, onPublished, onGone, onEdit }: Props) {
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
                    ? `It replaces version ${active.version} at once, for everybody.`
                    : "It is in force at once, for everybody."
                }
                confirmLabel="Publish"
                onConfirm={async (key) => onPublished(await publishVersion(kind, version)(key))}
                onOpenerGone={onGone}
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
