import type { sendHelpMessage } from "@nexby/contract/support";
import { write } from "../../../lib/write.ts";

export const writeToSupport = write<typeof sendHelpMessage>("POST", "/api/help-messages");
