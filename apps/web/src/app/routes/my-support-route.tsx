import { Link } from "wouter";
import { BUTTON_STYLE } from "../../components/ui/button.tsx";
import { HelpMessages } from "../../features/support/help-messages.tsx";
import { PersonalPage } from "../guards.tsx";

export function MySupportRoute() {
  return (
    <PersonalPage
      title="My support"
      text="What you have written to us, the newest first."
      action={
        <Link href="/help-center" className={BUTTON_STYLE.outline}>
          Write to us
        </Link>
      }
    >
      {() => <HelpMessages />}
    </PersonalPage>
  );
}
