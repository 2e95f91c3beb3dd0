import { photoUrl } from "@nexby/contract/photo-url";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Photo } from "../../../components/ui/photo.tsx";

type Props = {
  itemId: string;
  title: string;
  cover: string | null;
  placeholder: string | null;
  children: ReactNode;
};

/** What it is about, in one line. */
export function BookedLine({ itemId, title, cover, placeholder, children }: Props) {
  return (
    <div className="flex items-center gap-4">
      <Photo
        src={cover ? photoUrl(cover, "card") : undefined}
        alt=""
        width={120}
        height={80}
        errorLabel="No photo"
        placeholder={placeholder}
        className="h-20 w-28 shrink-0 rounded-control"
      />
      <div className="min-w-0">
        <Link
          href={`/listings/${itemId}`}
          className="block break-words font-semibold text-lg leading-6 underline-offset-4 hover:underline"
        >
          {title}
        </Link>
        <div className="mt-1 text-muted text-sm">{children}</div>
      </div>
    </div>
  );
}
