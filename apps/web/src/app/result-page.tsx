import type { ReactNode } from "react";
import { PageHeading } from "../components/layout/page-heading.tsx";
import { ItemSummary } from "../features/listing/components/item-summary.tsx";
import { useExactSearch } from "../lib/search-url.ts";
import { useSession } from "../lib/session.ts";

type Props = {
  picture: string;
  title: string;
  text: ReactNode;
  /** Item named in the URL, if any. */
  itemId?: string | null;
  /** Shown between the text and the buttons. */
  details?: ReactNode;
  /** Buttons for the next step. */
  children: ReactNode;
};

/** Outcome of something done elsewhere, such as a payment. Shows only what the server reports. */
export function ResultPage({ picture, title, text, itemId, details, children }: Props) {
  const { user } = useSession();

  return (
    <div className="page-width flex max-w-xl flex-col items-center pt-12 text-center md:pt-20">
      <img src={picture} alt="" width={96} height={96} />
      <PageHeading className="mt-5 text-2xl md:text-3xl">{title}</PageHeading>
      <p className="mt-3 text-balance text-muted">{text}</p>
      {itemId && (
        <div className="mt-6 w-full">
          <ItemSummary itemId={itemId} />
        </div>
      )}
      {details}
      <div className="mt-7 flex flex-wrap justify-center gap-3">{children}</div>
      <p className="mt-6 min-h-5 text-muted text-sm">{user && `Signed in as ${user.email}`}</p>
    </div>
  );
}

const useQueryValue = (name: string): string | null => new URLSearchParams(useExactSearch()).get(name);

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Id in the query string; null when it is missing or malformed. */
function useIdFromUrl(name: string): string | null {
  const id = useQueryValue(name);
  return id && ID.test(id) ? id : null;
}

export const useItemFromUrl = (): string | null => useIdFromUrl("itemId");

export const useBookingFromUrl = (): string | null => useIdFromUrl("booking");

/** True when a deposit was held and nothing was paid. */
export const useIsDepositHeld = (): boolean => useQueryValue("deposit") === "held";
/** A late fee or damage was paid, which isn't part of the booking's total. */
export const useIsExtraPaid = (): boolean => useQueryValue("extra") !== null;
