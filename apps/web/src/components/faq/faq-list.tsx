import { ChevronDown } from "lucide-react";
import type { Question } from "./questions.ts";

/** The browser's own accordion: of those with the same name at most one is open. */
export function FaqList({ questions, name }: { questions: readonly Question[]; name: string }) {
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-surface">
      {questions.map(({ question, answer }) => (
        <details key={question} name={name} className="group">
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 px-5 py-3 font-semibold -outline-offset-2 [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown
              size={20}
              strokeWidth={1.75}
              aria-hidden="true"
              className="shrink-0 text-muted transition-transform duration-200 group-open:rotate-180"
            />
          </summary>
          <p className="max-w-[68ch] text-pretty px-5 pb-5 text-muted">{answer}</p>
        </details>
      ))}
    </div>
  );
}
