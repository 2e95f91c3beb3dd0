import emptyBasket from "../../../assets/empty-basket.webp";
import { Button } from "../../../components/ui/button.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { SkeletonBar } from "../../../components/ui/skeleton.tsx";

export function StateSamples() {
  return (
    <>
      <Notice look="information" title="Information">
        Something to know before going on.
      </Notice>
      <Notice look="success" title="Success">
        It is done.
      </Notice>
      <Notice look="problem" title="Problem">
        It did not work, and this is why.
      </Notice>
      <div className="grid gap-3">
        <SkeletonBar shape="card" className="h-32" />
        <SkeletonBar className="h-4 w-2/3" />
        <SkeletonBar className="h-4 w-1/2" />
        <SkeletonBar shape="circle" className="size-12" />
      </div>
      <EmptyState picture={emptyBasket} title="Nothing here yet" text="One sentence says what will be here.">
        <Button look="outline">One action</Button>
      </EmptyState>
      <ErrorCard onRetry={() => undefined} />
    </>
  );
}
