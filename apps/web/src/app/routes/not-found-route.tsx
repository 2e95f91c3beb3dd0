import { usePageTitle } from "../../lib/browser/document.ts";
import { NotFoundMessage } from "../not-found-message.tsx";

export function NotFoundRoute() {
  usePageTitle("Page not found");
  return (
    <NotFoundMessage
      title="Page not found"
      text="We couldn’t find that page. Try a search or browse popular categories."
    />
  );
}
