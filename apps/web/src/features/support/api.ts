import type * as supportContract from "@nexby/contract/content/support";

import { readPages, write } from "../../lib/api/queries.ts";

export const sendHelpMessage = write<typeof supportContract.sendHelpMessage>("POST", "/api/help-messages");

export const listHelpMessages = () => readPages<typeof supportContract.listHelpMessages>("/api/help-messages");
