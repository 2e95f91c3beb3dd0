import { LandingPage } from "../landing-page.tsx";

export function IndexRoute() {
  return <LandingPage />;
}
