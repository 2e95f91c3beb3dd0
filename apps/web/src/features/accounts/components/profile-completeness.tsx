import type { ProfileView } from "@nexby/contract/accounts/profile";
import { missingProfileInformation } from "@nexby/domain/accounts/profile-completeness";
import { CircleCheck, CircleDashed } from "lucide-react";
import { useId } from "react";

const EMPTY = {
  firstName: null,
  lastName: null,
  email: null,
  termsAcceptedAt: null,
  phoneNumber: null,
  city: null,
  state: null,
};
const STEPS = missingProfileInformation(EMPTY, "listing").length;

/** Profile progress, and what is missing for renting and for listing: information, then the approval. */
export function Completeness({ profile }: { profile: ProfileView }) {
  const heading = useId();
  const forRenting = missingProfileInformation(profile, "renting");
  const forListing = missingProfileInformation(profile, "listing");
  const done = STEPS - forListing.length;
  const isApproved = profile.isApproved || profile.isAdmin;

  return (
    <section aria-labelledby={heading} className="rounded-card border border-line bg-surface p-5 md:p-6">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={heading} className="font-semibold">
          {forListing.length === 0 ? "Your profile is complete" : "Complete your profile"}
        </h2>
        <p className="text-muted text-sm tabular-nums">
          {done} of {STEPS}
        </p>
      </div>
      <div aria-hidden="true" className="mt-3 flex gap-1">
        {Array.from({ length: STEPS }, (_, step) => step).map((step) => (
          <span key={step} className={`h-1.5 flex-1 rounded-full ${step < done ? "bg-primary" : "bg-line"}`} />
        ))}
      </div>
      <ul className="mt-4 grid grid-cols-1 gap-2 text-sm">
        <Purpose verb="rent" missing={forRenting} isApproved={isApproved} />
        <Purpose verb="list" missing={forListing} isApproved={isApproved} />
      </ul>
    </section>
  );
}

type PurposeProps = { verb: "rent" | "list"; missing: readonly string[]; isApproved: boolean };

function Purpose({ verb, missing, isApproved }: PurposeProps) {
  const isComplete = missing.length === 0;
  const isReady = isComplete && isApproved;
  const Icon = isReady ? CircleCheck : CircleDashed;
  return (
    <li className="flex gap-2">
      <Icon
        size={20}
        strokeWidth={1.75}
        aria-hidden="true"
        className={`shrink-0 ${isReady ? "text-on-success-soft" : "text-muted"}`}
      />
      {isComplete ? (
        <span>{isApproved ? `Ready to ${verb}` : `You can ${verb} once your account is approved`}</span>
      ) : (
        <span>
          To {verb}, add: <strong className="font-semibold">{missing.join(", ")}</strong>
        </span>
      )}
    </li>
  );
}
