import { usePageTitle } from "../../lib/browser/document.ts";
import { NotFoundMessage } from "../not-found-message.tsx";

export function NotFoundRoute() {
  usePageTitle("Page not found");
  return (
    <NotFoundMessage
      title="Page not found"
      text="There is nothing at this address. What you are looking for may be nearby."
    />
  );
}
