import type { ProfileView } from "@nexby/contract/profile";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorCard } from "../components/ui/error-card.tsx";
import { SkeletonArea, SkeletonBar } from "../components/ui/skeleton.tsx";
import { profile as profileQuery } from "../features/profile/api/profile.ts";

/** Shows something about the signed-in person once all of it is known. */
export function OwnProfile({ children }: { children: (profile: ProfileView) => ReactNode }) {
  const { data: profile, isError, refetch } = useQuery(profileQuery());
  if (profile) return children(profile);
  if (isError) return <ErrorCard onRetry={() => void refetch()} />;
  return (
    <SkeletonArea label="Loading your details">
      <div className="grid gap-5">
        <SkeletonBar shape="control" className="h-11" />
        <SkeletonBar shape="control" className="h-11" />
        <SkeletonBar shape="control" className="h-11 w-40" />
      </div>
    </SkeletonArea>
  );
}
