import type { ModelCredit } from "../model-credits.ts";
import { CREDIT_CARD } from "./credit-card.ts";
import { ExternalLink } from "./external-link.tsx";

export function ModelCreditEntry({ credit }: { credit: ModelCredit }) {
  return (
    <li className={CREDIT_CARD}>
      <h3 className="break-words font-semibold">
        {credit.model} <span className="font-normal text-muted">· {credit.collection}</span>
      </h3>
      <p className="mt-1 text-sm">
        {credit.authorUrl ? <ExternalLink href={credit.authorUrl}>{credit.author}</ExternalLink> : credit.author},{" "}
        <ExternalLink href={credit.licence.url}>{credit.licence.name}</ExternalLink>
      </p>
      {credit.changes && <p className="mt-1 text-sm">Also changed: {credit.changes}</p>}
      <p className="mt-1 text-muted text-sm">Used in {credit.usedIn.join(", ")}</p>
    </li>
  );
}
