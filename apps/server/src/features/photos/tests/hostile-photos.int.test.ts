import { crc32, deflateSync } from "node:zlib";
import { PHOTO_MESSAGES } from "@nexby/contract/listings/photos";
import { describe, expect, test } from "vitest";
import { formWith, jpeg, picture } from "../../../testing/listings/good-files.ts";
import { besides, SIZES, useUploads } from "../../../testing/listings/photo-uploads.ts";

const { upload, refusalOf, leavesNothing, media } = useUploads();

/** A PNG whose header claims this size, without the pixels. */
function pngOfSize(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const SCRIPT = "<script>fetch('/api/profile')</script>";
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">${SCRIPT}</svg>`;
const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));

describe("files that are not photos are rejected with a message and leave nothing behind", () => {
  const NOT_A_PHOTO: Record<string, () => Buffer> = {
    "a renamed executable": () => Buffer.concat([Buffer.from("MZ\x90\0\x03\0\0\0"), Buffer.alloc(5_000, 1)]),
    "an ELF executable": () => Buffer.concat([Buffer.from("\x7fELF\x02\x01\x01"), Buffer.alloc(5_000, 1)]),
    "an SVG with a script": () => Buffer.from(SVG),
    "an SVG behind a declaration": () => Buffer.from(`<?xml version="1.0"?><!-- x -->${SVG}`),
    "HTML named .jpg": () => Buffer.from(`<!doctype html><body>${SCRIPT}`),
    "a GIF": () => Buffer.from("R0lGODlhAQABAIAAAMzMzAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==", "base64"),
    "a GIF that is also a script": () => Buffer.from(`GIF89a/*${"\0".repeat(50)}*/=1;${SCRIPT}`),
    "a PDF": () => Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF"),
    "a zip": () => Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(500)]),
    "a PostScript program": () => Buffer.from("%!PS-Adobe-3.0 EPSF-3.0\n(%pipe%id) (r) file\n"),
    "a TIFF": () => Buffer.concat([Buffer.from("II*\0\x08\0\0\0"), Buffer.alloc(500)]),
    "an HEIC photo": () => Buffer.concat([Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic"), Buffer.alloc(500)]),
    "a DjVu file": () => Buffer.concat([Buffer.from("AT&TFORM\0\0\0\x10DJVM"), Buffer.alloc(500)]),
    "only the first bytes of a JPEG": () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
    "random bytes": () => Buffer.from(Array.from({ length: 3_000 }, (_, index) => (index * 7919) % 251)),
    "an empty file": () => Buffer.alloc(0),
  };
  test.each(Object.entries(NOT_A_PHOTO))("%s", async (_, bytesOf) => {
    const response = await leavesNothing(() => refusalOf(formWith({ bytes: bytesOf() })));
    expect(response).toMatchObject({
      status: 400,
      code: "validation_failed",
      message: PHOTO_MESSAGES.notAPhoto,
      details: [{ field: "file", message: PHOTO_MESSAGES.notAPhoto }],
    });
  });

  test.each(["jpeg", "png", "webp", "avif"] as const)("a truncated %s", async (format) => {
    const whole = await picture({ width: 1200, height: 900 })[format]({ effort: 2 }).toBuffer();
    for (const share of [0.5, 0.9]) {
      const response = await leavesNothing(() => refusalOf(formWith({ bytes: cut(whole, share) })));
      expect(response.status).toBe(400);
      expect([PHOTO_MESSAGES.damaged, PHOTO_MESSAGES.notAPhoto]).toContain(response.message);
    }
  });

  test("a JPEG without its end is reported as damaged", async () => {
    const bytes = cut(await jpeg({ width: 1200, height: 900 }), 0.6);
    expect((await refusalOf(formWith({ bytes }))).message).toBe(PHOTO_MESSAGES.damaged);
  });

  test.each([
    [10_000, 6_000],
    [30_000, 30_000],
    [65_000, 65_000],
    [1_000_000, 50],
  ])("a small file that decompresses to %i by %i pixels", async (width, height) => {
    const response = await leavesNothing(() => refusalOf(formWith({ bytes: pngOfSize(width, height) })));
    expect(response).toMatchObject({ status: 400, message: PHOTO_MESSAGES.tooManyPixels });
  });

  test("a file that claims more pixels than it has", async () => {
    const response = await leavesNothing(() => refusalOf(formWith({ bytes: pngOfSize(4_000, 4_000) })));
    expect(response).toMatchObject({ status: 400, message: PHOTO_MESSAGES.damaged });
  });
});

describe("a polyglot photo", () => {
  test.each([
    ["a script after its end", async () => Buffer.concat([await jpeg({ width: 60, height: 40 }), Buffer.from(SCRIPT)])],
    [
      "a zip after its end",
      async () =>
        Buffer.concat([await picture({ width: 60, height: 40 }).png().toBuffer(), Buffer.from("PK\x03\x04CANARY")]),
    ],
    [
      "a script in its comment",
      async () => {
        const bytes = await jpeg({ width: 60, height: 40 });
        const comment = Buffer.from(SCRIPT);
        const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
        return Buffer.concat([bytes.subarray(0, 2), marker, comment, bytes.subarray(2)]);
      },
    ],
  ])("a polyglot photo with %s is stored as the photo alone", async (_, bytesOf) => {
    const photo = await upload({ bytes: await bytesOf(), name: "page.html", type: "text/html" });
    for (const name of SIZES) {
      const response = await media(besides(photo, name));
      expect(response.headers.get("content-type")).toBe("image/webp");
      const stored = Buffer.from(await response.arrayBuffer());
      for (const mark of ["script", "PK\x03\x04", "CANARY"]) expect(stored.includes(mark)).toBe(false);
    }
  });
});
