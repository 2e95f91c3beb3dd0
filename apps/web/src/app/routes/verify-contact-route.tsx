import { useIsRestoring, useQuery } from "@tanstack/react-query";
import { MailCheck } from "lucide-react";
import { Link } from "wouter";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { BUTTON_STYLE, TEXT_LINK_STYLE } from "../../components/ui/button-style.ts";
import { ErrorCard } from "../../components/ui/error-card.tsx";
import { FullScreenSpinner } from "../../components/ui/full-screen-spinner.tsx";
import { MessageCard } from "../../components/ui/message-card.tsx";
import { SkeletonArea, SkeletonBar } from "../../components/ui/skeleton.tsx";
import { verifications } from "../../features/verification/api/verifications.ts";
import { ContactCard } from "../../features/verification/components/contact-card.tsx";
import { PhoneForm } from "../../features/verification/components/phone-form.tsx";
import { authPath } from "../../lib/auth-path.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useSession } from "../../lib/session.ts";

/** Open to everybody, but there is something to verify only for who is signed in. */
export function VerifyContactRoute() {
  const { user, isError } = useSession();
  const isRestoring = useIsRestoring();
  usePageTitle("Verify your contact details");

  if (isRestoring || (user === undefined && !isError)) return <FullScreenSpinner />;
  if (!user) return <SignInFirst />;
  return (
    <div className="page-width max-w-2xl pt-6 md:pt-12">
      <PageHeading>Verify your contact details</PageHeading>
      <p className="mt-2 text-pretty text-muted">
        Neighbors trust people they can reach. We send a six-digit code to each of the two.
      </p>
      <div className="mt-6 grid grid-cols-1 gap-5">
        <Contacts />
      </div>
    </div>
  );
}

function Contacts() {
  const { data, isError, refetch } = useQuery(verifications());

  if (isError) return <ErrorCard onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <SkeletonArea label="Loading contact details">
        <div className="grid grid-cols-1 gap-5">
          <SkeletonBar shape="card" className="h-36" />
          <SkeletonBar shape="card" className="h-36" />
        </div>
      </SkeletonArea>
    );
  }
  return (
    <>
      <ContactCard
        channel="email"
        verification={data.email}
        change={
          <Link href="/profile?tab=security" className={`${TEXT_LINK_STYLE} mt-2 -mb-2`}>
            Change email address
          </Link>
        }
      />
      <ContactCard
        channel="phone"
        verification={data.phone}
        change={<PhoneForm key={data.phone.target} phoneNumber={data.phone.target} />}
      />
    </>
  );
}

function SignInFirst() {
  return (
    <div className="page-width py-8 md:py-16">
      <MessageCard
        picture={
          <span className="grid size-16 place-items-center rounded-full bg-primary-soft text-on-primary-soft">
            <MailCheck size={28} strokeWidth={1.75} aria-hidden="true" />
          </span>
        }
        title={<PageHeading className="mt-5 text-2xl md:text-3xl">Verify your contact details</PageHeading>}
        text="Sign in to verify the email address and phone number of your account."
      >
        <Link href={authPath("signin", "/verify-contact")} className={BUTTON_STYLE.primary}>
          Sign In
        </Link>
      </MessageCard>
    </div>
  );
}
