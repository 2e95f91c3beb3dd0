import type { listRecommendations } from "@nexby/contract/recommendations";
import { read } from "../../../lib/read.ts";

/** Looking at items changes it, so it is read anew each time it is shown. */
export const recommendations = () => ({ ...read<typeof listRecommendations>("/api/recommendations"), staleTime: 0 });
