import { errorBody } from "@nexby/contract/errors";
import { PHOTO_MESSAGES, uploadMenu } from "@nexby/contract/listings/photos";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import type { Job } from "../../../platform/jobs/job.ts";
import { createItem } from "../../../testing/factories.ts";
import { formWith, jpeg, sendForm } from "../../../testing/listings/good-files.ts";
import { useUploads } from "../../../testing/listings/photo-uploads.ts";
import { asViewer } from "../../../testing/test-app.ts";
import { isMenuShown } from "../../listings/listings.queries.ts";
import { isOwnMenu } from "../photo-files.ts";
import { deleteUnusedMenu } from "../photos.jobs.ts";

const { database, origin, storage, asOwner, owner, fileNames, media } = useUploads();

const PDF = Buffer.from(`%PDF-1.7
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [] /Count 0 >>
endobj
xref
0 3
trailer
<< /Root 1 0 R /Size 3 >>
startxref
110
%%EOF
`);

const send = (bytes: Buffer, headers: Record<string, string> = asOwner()) =>
  sendForm(origin(), uploadMenu, formWith({ bytes, name: "menu.pdf", type: "application/pdf" }), headers);

async function upload(bytes: Buffer) {
  const response = await send(bytes);
  expect(response.status).toBe(201);
  return uploadMenu.response.parse(await response.json());
}

describe("a menu", () => {
  test("a menu as a PDF is stored unchanged and served in a sandbox", async () => {
    const { menuFileKey, url } = await upload(PDF);
    expect(menuFileKey).toMatch(new RegExp(`^menus/${owner()}/[0-9a-f-]{36}\\.pdf$`));
    expect(url).toBe(`/media/${menuFileKey}`);
    const response = await media(url);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": "inline",
      "content-security-policy": "sandbox",
      "x-content-type-options": "nosniff",
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PDF);
  });

  test("a menu as a photo is re-encoded without metadata", async () => {
    const { menuFileKey, url } = await upload(await jpeg({ width: 2000, height: 3000 }));
    expect(menuFileKey).toMatch(/\.webp$/);
    const { format, height, exif } = await sharp(Buffer.from(await (await media(url)).arrayBuffer())).metadata();
    expect([format, height, exif]).toEqual(["webp", 1600, undefined]);
  });

  test.each([
    ["a renamed program", Buffer.from("MZ\x90\0 program")],
    ["HTML that contains a PDF header", Buffer.from("<script>1</script>%PDF-1.7\n1 0 obj\nstartxref\n1\n%%EOF")],
    ["half a PDF", PDF.subarray(0, 120)],
    ["only a PDF header", Buffer.from("%PDF-1.7\n")],
    ["a PDF with trailing data", Buffer.concat([PDF, Buffer.from("<script>1</script>")])],
    ["an empty file", Buffer.alloc(0)],
  ])("a menu is rejected and leaves nothing behind if it is %s", async (_, bytes) => {
    const before = await fileNames();
    const response = await send(bytes);
    expect(response.status).toBe(400);
    expect(errorBody.parse(await response.json()).message).toBe(PHOTO_MESSAGES.notAMenu);
    expect(await fileNames()).toEqual(before);
  });

  test("larger than 10 MB is rejected, and the error names the limit", async () => {
    const response = await send(Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]));
    expect(response.status).toBe(413);
    expect(errorBody.parse(await response.json()).message).toContain("larger than 10 MB");
  });

  test("a menu requires an approved account", async () => {
    expect((await send(PDF, {})).status).toBe(401);
    expect((await send(PDF, asViewer({ id: newId(), isAdmin: false, isApproved: false }))).status).toBe(403);
  });

  test("a menu can be referenced by its uploader only", async () => {
    const { menuFileKey } = await upload(PDF);
    expect(isOwnMenu(owner(), menuFileKey)).toBe(true);
    expect(isOwnMenu(newId(), menuFileKey)).toBe(false);
    for (const key of ["", `menus/${owner()}/../${newId()}/a.pdf`, `menus/${owner()}/menu.pdf`, `${menuFileKey}/..`]) {
      expect(isOwnMenu(owner(), key)).toBe(false);
    }
  });
});

describe("an unused menu", () => {
  const runCheck = async (menuKey: string) => {
    const handler = deleteUnusedMenu({ db: database().db, storage: storage(), isMenuShown });
    if ("run" in handler) await handler.run({ entityId: menuKey } as Job, new AbortController().signal);
  };
  const scheduledChecks = async (menuKey: string) => {
    const { rows } = await database().db.execute<{ days: number }>(sql`
      select round(extract(epoch from scheduled_at - app_now()) / 86400)::int as days from scheduled_jobs
      where job_type = 'delete_unused_menu' and entity_id = ${menuKey} and status = 'pending'`);
    return rows.map(({ days }) => days);
  };

  test("an unused menu is removed after a month, while one in use is checked again", async () => {
    const [shown, unused] = [await upload(PDF), await upload(PDF)];
    expect(await scheduledChecks(unused.menuFileKey)).toEqual([30]);
    const itemId = await createItem(database().db, { ownerId: owner() });
    await database().db.execute(sql`
      insert into food_truck_settings (item_id, menu_file_key) values (${itemId}, ${shown.menuFileKey})`);
    for (const { menuFileKey } of [shown, unused]) await runCheck(menuFileKey);
    expect([(await media(shown.url)).status, (await media(unused.url)).status]).toEqual([200, 404]);
    expect(await scheduledChecks(shown.menuFileKey)).toEqual([30, 30]);
  });
});
