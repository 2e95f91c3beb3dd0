import type { PolicyKind, PolicyView } from "@nexby/contract/content/policies";
import { typeset } from "@nexby/domain/kernel/typography";
import { useQuery } from "@tanstack/react-query";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { SkeletonArea, SkeletonBar } from "../../components/ui/loading.tsx";
import { ErrorCard } from "../../components/ui/message-card.tsx";
import { formatDay } from "../../lib/dates.ts";
import { activePolicy } from "./api.ts";

type Props = { kind: PolicyKind; name: string };

/** The active text with a table of contents. */
export function PolicyPage({ kind, name }: Props) {
  const { data: policy, isError, refetch } = useQuery(activePolicy(kind));

  return (
    <div className="page-width pt-8 md:pt-12">
      <PageHeading>{name}</PageHeading>
      {policy && <PolicyText policy={policy} name={name} />}
      {isError && !policy && (
        <div className="mt-8">
          <ErrorCard onRetry={() => void refetch()} />
        </div>
      )}
      {!policy && !isError && <PolicySkeleton />}
    </div>
  );
}

function PolicyText({ policy, name }: { policy: PolicyView; name: string }) {
  const { introduction, sections } = policyParts(policy.content, name);
  return (
    <>
      <p className="mt-2 text-muted">
        Version {policy.version}, {formatDay(policy.createdAt)}
      </p>
      <div className="mt-8 grid gap-x-16 gap-y-8 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <Contents sections={sections} />
        <article className="grid min-w-0 max-w-[68ch] content-start gap-8 lg:col-start-2 lg:row-start-1">
          {introduction.length > 0 && <Paragraphs texts={introduction} />}
          {sections.map(({ id, title, paragraphs }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id} tabIndex={-1} className="mb-2 scroll-mt-28 display-type text-xl outline-none">
                {title}
              </h2>
              <Paragraphs texts={paragraphs} />
            </section>
          ))}
        </article>
      </div>
    </>
  );
}

function Paragraphs({ texts }: { texts: readonly string[] }) {
  return (
    <div className="grid gap-4">
      {texts.map((text) => (
        <p key={text} className="whitespace-pre-line text-pretty break-words leading-7">
          {typeset(text)}
        </p>
      ))}
    </div>
  );
}

function Contents({ sections }: { sections: readonly PolicySection[] }) {
  if (sections.length === 0) return null;
  return (
    <nav aria-label="Contents" className="h-max rounded-card border border-line bg-surface p-4 lg:sticky lg:top-24">
      <h2 className="px-2 font-semibold text-sm">Contents</h2>
      <ol className="mt-1">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center rounded-control px-2 py-2 text-muted text-sm underline-offset-4 hover:bg-subtle hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const LINES = ["w-2/5", "w-full", "w-11/12", "w-4/5", "w-1/3", "w-10/12", "w-3/5"];

function PolicySkeleton() {
  return (
    <SkeletonArea label="Loading text">
      <div className="mt-2 flex h-6 items-center">
        <SkeletonBar className="h-3.5 w-44" />
      </div>
      <div className="mt-8 grid max-w-[68ch] gap-4">
        {LINES.map((width) => (
          <SkeletonBar key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    </SkeletonArea>
  );
}

type PolicySection = { id: string; title: string; paragraphs: readonly string[] };
type PolicyParts = { introduction: readonly string[]; sections: readonly PolicySection[] };

/** Matches a line such as "3. Listing". */
const HEADING = /^(\d{1,3})\.\s+(\S.{0,118})$/;

/**
 * Splits a policy at its numbered headings. Text before the first is the introduction; the policy's own name is
 * dropped.
 */
export function policyParts(content: string, name: string): PolicyParts {
  const introduction: string[] = [];
  const sections: { id: string; title: string; paragraphs: string[] }[] = [];
  for (const block of content.split(/\n\s*\n/)) {
    const [first = "", ...rest] = block.trim().split("\n");
    const [, number, title] = first.match(HEADING) ?? [];
    if (title) sections.push({ id: `part-${sections.length + 1}`, title: `${number}. ${title}`, paragraphs: [] });
    const paragraph = (title ? rest : [first, ...rest]).join("\n");
    if (paragraph) (sections.at(-1)?.paragraphs ?? introduction).push(paragraph);
  }
  if (introduction[0]?.startsWith(name)) introduction.shift();
  return { introduction, sections };
}
