import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { Link } from "wouter";
import { TEXT_LINK_STYLE } from "../ui/button.tsx";

/** Native accordion: at most one element with the same name is open. */
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

type Question = { question: string; answer: string };

/** Most frequent first. */
export const QUESTIONS: readonly Question[] = [
  {
    question: "How do I rent something?",
    answer:
      "Find an item, choose your dates and send a request. Once the owner approves, confirm the pickup time, pick the item up, and return it by the end of the rental.",
  },
  {
    question: "How do payments work?",
    answer:
      "You pay by card through our payment provider. We don’t charge your card until the owner approves, and you see every fee before you send the request.",
  },
  {
    question: "What happens if something gets damaged?",
    answer:
      "A deposit on the renter’s card protects the owner. The owner can claim damage within 48 hours of the return. Our team then decides the amount. It comes from the deposit first, then from the renter’s card.",
  },
  {
    question: "How do I list an item?",
    answer:
      "Complete your profile, add at least three photos, and set your price, deposit and dates. Listing is free. We keep a commission from each rental, and you see what you earn before you publish.",
  },
  {
    question: "Why is my account waiting for approval?",
    answer:
      "We approve every new account before it can list and book. Verify your email and phone first. You can browse, save items and choose dates while you wait. We’ll email you.",
  },
  {
    question: "Can I cancel a booking?",
    answer: "Yes. Your refund depends on the listing’s cancellation policy, which you see before you book.",
  },
  {
    question: "What can’t I list?",
    answer:
      "Weapons, drugs, hazardous materials, animals and a few other things. See the full list of prohibited items, with examples of what’s allowed.",
  },
  {
    question: "How do I verify my email and phone?",
    answer:
      "Open your profile and choose “Verify email and phone.” We’ll send a six-digit code to your email address and one to your phone. Your profile then shows that both are verified.",
  },
];
