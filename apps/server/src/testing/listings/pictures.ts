import sharp, { type Sharp } from "sharp";

type Size = { width: number; height: number };

/** Half red, half blue, so that tests can detect the orientation. */
export function picture({ width, height }: Size): Sharp {
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const, background: "#0000ff" };
  return sharp({ create: { width, height, channels: 3, background: "#ff0000" } }).composite([
    { input: { create: half }, left: Math.floor(width / 2), top: 0 },
  ]);
}

export const jpeg = (size: Size): Promise<Buffer> => picture(size).jpeg().toBuffer();
