import type { getActiveTerms } from "@nexby/contract/policies";
import type { acceptTerms } from "@nexby/contract/profile";
import { read } from "../../../lib/read.ts";
import { write } from "../../../lib/write.ts";

export const activeTerms = () => read<typeof getActiveTerms>("/api/terms/active");
export const accept = write<typeof acceptTerms>("POST", "/api/terms/acceptance");
