import { useIsRestoring } from "@tanstack/react-query";
import { Link } from "wouter";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { TEXT_LINK_STYLE } from "../../components/ui/button.tsx";
import { ContactForm } from "../../features/support/contact-form.tsx";
import { QuestionSearch } from "../../features/support/question-search.tsx";
import { usePageTitle } from "../../lib/browser/document.ts";
import { usePageSession } from "../../lib/page-session.ts";
import { authPath } from "../../lib/paths.ts";

const MESSAGES = "/my-support";

export function HelpCenterRoute() {
  const { user, isError } = usePageSession();
  const isRestoring = useIsRestoring();
  const isKnown = !isRestoring && (user !== undefined || isError);
  usePageTitle("Help center");

  return (
    <div className="page-width max-w-4xl pt-8 md:pt-12">
      <PageHeading>Help center</PageHeading>
      <p className="mt-2 mb-8 text-pretty text-muted">
        Find answers to common questions. If you don’t see yours, contact us.
      </p>
      <QuestionSearch />
      <section aria-labelledby="contact" className="mt-12 rounded-card border border-line bg-surface p-5 md:p-8">
        <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6">
          <h2 id="contact" className="display-type text-xl">
            Contact us
          </h2>
          <Link href={user ? MESSAGES : authPath("signin", MESSAGES)} className={TEXT_LINK_STYLE}>
            My messages
          </Link>
        </div>
        {/* Remounts once the user is known, so that the fields start prefilled. */}
        <ContactForm key={isKnown ? (user?.id ?? "visitor") : "unknown"} user={user ?? null} />
      </section>
    </div>
  );
}
