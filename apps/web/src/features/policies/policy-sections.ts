export type PolicySection = { id: string; title: string; paragraphs: readonly string[] };
export type PolicyParts = { introduction: readonly string[]; sections: readonly PolicySection[] };

/** A line such as "3. Listing". */
const HEADING = /^(\d{1,3})\.\s+(\S.{0,118})$/;

/** A text in its numbered parts. What comes before the first is the introduction; the name of the text is no part. */
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
