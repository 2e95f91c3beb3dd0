import { uploadPhoto } from "@nexby/contract/listings/photos";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { StorageFull } from "../../../adapters/storage/storage.port.ts";
import { formWith, jpeg, picture, sendForm } from "../../../testing/listings/good-files.ts";
import { besides, SIZES, useUploads } from "../../../testing/listings/photo-uploads.ts";
import { withSharePictures } from "../photo-files.ts";

const { origin, storage, upload, fileNames, leavesNothing, bytesAt, media } = useUploads();

/** Some encoders take seconds otherwise. */
const FASTEST = { effort: 1 } as const;

describe("an uploaded photo", () => {
  test.each(["jpeg", "png", "webp", "avif"] as const)(
    "an uploaded photo in %s format is stored in all sizes as WebP",
    async (format) => {
      const bytes = await picture({ width: 1800, height: 900 })[format](FASTEST).toBuffer();
      const photo = await upload({ bytes, name: "anything.bin", type: "application/octet-stream" });
      expect(photo).toMatchObject({ width: 1600, height: 800, url: `/media/photos/${photo.id}/full.webp` });
      const sizes = await Promise.all(SIZES.map(async (name) => sharp(await bytesAt(besides(photo, name))).metadata()));
      expect(sizes.map((size) => [size.format, size.width, size.height])).toEqual([
        ["webp", 1600, 800],
        ["webp", 800, 534],
        ["webp", 400, 267],
      ]);
    },
  );

  test("an uploaded photo has a JPEG for link previews, made at the first request and removed with the photo", async () => {
    const photo = await upload({ bytes: await jpeg({ width: 900, height: 600 }) });
    const address = besides(photo, "share.jpg");
    const before = await fileNames();
    const first = await Promise.all([media(address), media(address)]);
    expect(first.map((response) => response.headers.get("content-type"))).toEqual(["image/jpeg", "image/jpeg"]);
    const { format, width, height } = await sharp(await bytesAt(address)).metadata();
    expect({ format, width, height }).toEqual({ format: "jpeg", width: 1200, height: 630 });
    expect(await fileNames()).toHaveLength(before.length + 1);
    await storage().removeAll(`photos/${photo.id}`);
    expect((await media(address)).status).toBe(404);
    expect((await media("/media/photos/unknown/share.jpg")).status).toBe(404);
  });

  test("an uploaded photo has a JPEG that mail programs on the web may show, and other sizes that only our pages may", async () => {
    const photo = await upload({ bytes: await jpeg({ width: 900, height: 600 }) });
    const policyOf = async (address: string) => (await media(address)).headers.get("cross-origin-resource-policy");
    expect(await policyOf(besides(photo, "share.jpg"))).toBe("cross-origin");
    expect(await policyOf(photo.url)).toBe("same-origin");
    await storage().removeAll(`photos/${photo.id}`);
  });

  test("an uploaded photo has a JPEG for link previews on a full disk, too", async () => {
    const photo = await upload({ bytes: await jpeg({ width: 30, height: 20 }) });
    const full = { ...storage(), put: () => Promise.reject(new StorageFull("The disk is full")) };
    const file = await withSharePictures(full).open(`photos/${photo.id}/share.jpg`);
    expect(file).toMatchObject({ type: "image/jpeg" });
    file?.content.destroy();
  });

  test("an uploaded photo that is small is not enlarged", async () => {
    expect(await upload({ bytes: await jpeg({ width: 300, height: 200 }) })).toMatchObject({ width: 300, height: 200 });
  });

  test("an uploaded photo has a placeholder of a few pixels, under 300 characters", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const busy = sharp({ create: { width: 300, height: 300, channels: 3, noise, background: "#000" } });
    const { placeholder } = await upload({ bytes: await busy.jpeg().toBuffer() });
    expect(placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(placeholder.length).toBeLessThan(300);
    const { width } = await sharp(Buffer.from(placeholder.split(",")[1] ?? "", "base64")).metadata();
    expect(width).toBe(12);
  });

  test.each([["png", "with transparency is flattened to white", { r: 255, g: 255, b: 255 }]])(
    "%s %s",
    async (_format, _title, color) => {
      const clear = { r: 0, g: 0, b: 0, alpha: 0 };
      const bytes = await sharp({ create: { width: 40, height: 40, channels: 4, background: clear } })
        .png()
        .toBuffer();
      const photo = await upload({ bytes });
      const { dominant } = await sharp(await bytesAt(photo.url)).stats();
      expect(dominant.r).toBeGreaterThan(color.r - 10);
    },
  );

  test("an uploaded photo is rotated upright and reports its size after the rotation", async () => {
    // Red on the left, so red at the top after the rotation.
    const bytes = await picture({ width: 600, height: 400 }).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const photo = await upload({ bytes });
    expect(photo).toMatchObject({ width: 400, height: 600 });
    const upper = { left: 0, top: 0, width: 400, height: 200 };
    const above = await sharp(
      await sharp(await bytesAt(photo.url))
        .extract(upper)
        .toBuffer(),
    ).stats();
    expect(above.channels[0]?.mean).toBeGreaterThan(200);
    expect(above.channels[2]?.mean).toBeLessThan(60);
  });

  test("an uploaded photo does not reveal where it was taken: no size contains metadata", async () => {
    const bytes = await picture({ width: 900, height: 600 })
      .withExif({
        IFD0: { Copyright: "CANARY-COPYRIGHT", ImageDescription: "CANARY-WORDS" },
        IFD3: {
          GPSLatitudeRef: "N",
          GPSLatitude: "40/1 43/1 40/1",
          GPSLongitudeRef: "W",
          GPSLongitude: "74/1 15/1 56/1",
        },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><CANARY-XMP/></x:xmpmeta>')
      .withIccProfile("p3")
      .jpeg()
      .toBuffer();
    const original = await sharp(bytes).metadata();
    expect([original.exif, original.icc, original.xmp].map(Boolean)).toEqual([true, true, true]);
    expect(bytes.includes("CANARY-COPYRIGHT")).toBe(true);

    const photo = await upload({ bytes });
    for (const name of SIZES) {
      const stored = await bytesAt(besides(photo, name));
      const { exif, icc, xmp, iptc, comments, orientation } = await sharp(stored).metadata();
      expect({ exif, icc, xmp, iptc, comments, orientation }).toEqual({});
      for (const mark of ["CANARY", "EXIF", "XMP ", "ICCP", "GPS"]) expect(stored.includes(mark)).toBe(false);
    }
  });

  test("an uploaded photo is stored under its own key, whatever its file name", async () => {
    const bytes = await jpeg({ width: 30, height: 20 });
    for (const name of ["../../outside.jpg", "/etc/passwd", "..\\..\\evil.exe", "a\0b.jpg", "x".repeat(5_000)]) {
      const photo = await upload({ bytes, name });
      expect(photo.url).toBe(`/media/photos/${photo.id}/full.webp`);
    }
    const names = await fileNames();
    expect(names.filter((name) => !/\/photos\/[0-9a-f-]{36}\/(full|800x534|400x267)\.webp$/.test(name))).toEqual([]);
  });

  test("an uploaded photo requires an account", async () => {
    const form = formWith({ bytes: await jpeg({ width: 30, height: 20 }) });
    const response = await leavesNothing(() => sendForm(origin(), uploadPhoto, form, {}));
    expect(response.status).toBe(401);
  });
});
