import { getDocumentProxy } from "unpdf";

/** Text fragments as extracted by a PDF reader, in reading order. */
export async function readPdfText(file: Buffer): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(file));
  const pages = await Promise.all(Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)));
  const contents = await Promise.all(pages.map((page) => page.getTextContent()));
  await document.destroy();
  const pieces = contents.flatMap(({ items }) => items.map((item) => ("str" in item ? item.str.trim() : "")));
  return pieces.filter((text) => text !== "");
}
