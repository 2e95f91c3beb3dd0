import type { listHelpMessages, sendHelpMessage } from "@nexby/contract/content/support";
import { readPages, write } from "../../lib/api/queries.ts";

export const writeToSupport = write<typeof sendHelpMessage>("POST", "/api/help-messages");

export const helpMessagePages = () => readPages<typeof listHelpMessages>("/api/help-messages");
