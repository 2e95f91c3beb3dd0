import { Gallery } from "../../features/gallery/components/gallery.tsx";
import { usePageTitle } from "../../lib/page-title.ts";

export function GalleryRoute() {
  usePageTitle("Gallery");
  return <Gallery />;
}
