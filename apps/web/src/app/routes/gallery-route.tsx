import { Gallery } from "../../features/gallery/gallery.tsx";
import { usePageTitle } from "../../lib/browser/document.ts";

export function GalleryRoute() {
  usePageTitle("Gallery");
  return <Gallery />;
}
