import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { type PageOf, pageOf, placeAfter } from "../../../platform/paging/page-by-age.ts";
import { type HelpMessage, selectHelpMessages } from "../help-messages.repository.ts";

type Query = { limit: number; cursor?: string | undefined };

/** One page of what the viewer wrote while signed in, newest first. */
export async function listHelpMessages(db: Db, viewer: Viewer, { limit, cursor }: Query): Promise<PageOf<HelpMessage>> {
  return pageOf(await selectHelpMessages(db, viewer.id, { after: placeAfter(cursor), limit: limit + 1 }), limit);
}
