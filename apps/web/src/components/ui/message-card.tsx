import type { ReactNode } from "react";

type Props = { picture: ReactNode; title?: ReactNode; text: ReactNode; children: ReactNode };

/** A picture, a sentence, what to do next: for what is empty, lost or broken. */
export function MessageCard({ picture, title, text, children }: Props) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center">
      {picture}
      {title}
      <p className="mt-3 text-balance text-muted">{text}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}
