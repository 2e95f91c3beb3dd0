import type { ReactNode } from "react";
import { MessageCard } from "./message-card.tsx";

type Props = { picture: string; title?: string; text: ReactNode; children?: ReactNode };

/** In the place of a list that has nothing in it yet: says what will be there, and what to do until then. */
export function EmptyState({ picture, title, text, children }: Props) {
  return (
    <div className="rounded-card border border-line border-dashed">
      <MessageCard
        picture={<img src={picture} alt="" width={96} height={96} />}
        title={title && <h2 className="mt-4 display-type text-xl">{title}</h2>}
        text={text}
      >
        {children}
      </MessageCard>
    </div>
  );
}
