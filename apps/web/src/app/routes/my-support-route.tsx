import { Link } from "wouter";
import { BUTTON_STYLE } from "../../components/ui/button.tsx";
import { HelpMessages } from "../../features/support/help-messages.tsx";
import { PersonalPage } from "../guards.tsx";

export function MySupportRoute() {
  return (
    <PersonalPage
      title="My support"
      text="Your messages to our support team, newest first."
      action={
        <Link href="/help-center" className={BUTTON_STYLE.outline}>
          Contact us
        </Link>
      }
    >
      {() => <HelpMessages />}
    </PersonalPage>
  );
}
