import { useId } from "react";
import { Link } from "wouter";
import { TEXT_LINK_STYLE } from "../ui/button-style.ts";
import { FaqList } from "./faq-list.tsx";
import { QUESTIONS } from "./questions.ts";

const SHOWN = 4;

export function FirstQuestions() {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="page-width max-w-4xl">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6">
        <h2 id={heading} className="display-type text-2xl">
          Frequently asked questions
        </h2>
        <Link href="/help-center" className={TEXT_LINK_STYLE}>
          Visit the help center
        </Link>
      </div>
      <FaqList questions={QUESTIONS.slice(0, SHOWN)} name="first-questions" />
    </section>
  );
}
