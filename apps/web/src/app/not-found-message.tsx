import { Link } from "wouter";
import foldedMap from "../assets/folded-map.webp";
import { PageHeading } from "../components/layout/page-heading.tsx";
import { BUTTON_STYLE } from "../components/ui/button-style.ts";
import { MessageCard } from "../components/ui/message-card.tsx";

export function NotFoundMessage({ title, text }: { title: string; text: string }) {
  return (
    <div className="page-width py-8 md:py-16">
      <MessageCard
        picture={<img src={foldedMap} alt="" width={96} height={96} />}
        title={<PageHeading className="mt-5 text-2xl md:text-3xl">{title}</PageHeading>}
        text={text}
      >
        <Link href="/" className={BUTTON_STYLE.primary}>
          Browse items near you
        </Link>
      </MessageCard>
    </div>
  );
}
