import { Link } from "wouter";
import { BUTTON_STYLE } from "../../components/ui/button-style.ts";
import { HelpMessages } from "../../features/support/components/help-messages.tsx";
import { PersonalPage } from "../personal-page.tsx";

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
