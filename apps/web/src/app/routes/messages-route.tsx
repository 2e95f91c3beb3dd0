import { Link } from "wouter";
import speechBalloon from "../../../../../assets/web/speech-balloon.webp";
import { BUTTON_STYLE } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/notice.tsx";
import { PersonalPage } from "../guards.tsx";

export function MessagesRoute() {
  return (
    <PersonalPage title="Messages" text="Conversations between renters and owners.">
      {() => (
        <div className="grid gap-5 md:grid-cols-[18rem_minmax(0,1fr)]">
          <section
            aria-labelledby="conversations"
            className="h-max rounded-card border border-line bg-surface p-5 md:min-h-80"
          >
            <h2 id="conversations" className="font-semibold">
              Conversations
            </h2>
            <p className="mt-1 text-pretty text-muted text-sm">None yet.</p>
          </section>
          <EmptyState
            picture={speechBalloon}
            title="No messages yet"
            text="You can’t send messages here yet. To reach an owner, add a message to your booking request."
          >
            <Link href="/browse" className={BUTTON_STYLE.primary}>
              Browse items
            </Link>
          </EmptyState>
        </div>
      )}
    </PersonalPage>
  );
}
