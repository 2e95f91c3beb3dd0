import type { listHelpMessages } from "@nexby/contract/support";
import { readPages } from "../../../lib/read.ts";

export const helpMessagePages = () => readPages<typeof listHelpMessages>("/api/help-messages");
