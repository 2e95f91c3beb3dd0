import { HomePage } from "../home-page.tsx";
import { KnownSession } from "../known-session.tsx";
import { LandingPage } from "../landing-page.tsx";
import { LazyRoute, RoutePage } from "../lazy-route.tsx";

/** Its forms are not needed by those who have filled them in. */
const quickOnboarding = new LazyRoute(() =>
  import("./quick-onboarding-route.tsx").then((module) => module.QuickOnboardingRoute),
);

export function HomeRoute() {
  return (
    <KnownSession>
      {(user) => {
        if (!user) return <LandingPage />;
        if (user.firstName && user.lastName && user.termsAcceptedAt) return <HomePage user={user} />;
        return <RoutePage route={quickOnboarding} />;
      }}
    </KnownSession>
  );
}
