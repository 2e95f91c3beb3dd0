import { useState } from "react";
import Lightbox from "yet-another-react-lightbox";
import Counter from "yet-another-react-lightbox/plugins/counter";
import counterStyles from "yet-another-react-lightbox/plugins/counter.css?url";
import lightboxStyles from "yet-another-react-lightbox/styles.css?url";

type Props = {
  images: readonly string[];
  title: string;
  /** Index of the first photo to show. */
  first: number;
  onClose: () => void;
};

/** Full-screen photos: arrows and swiping navigate, Escape returns to the page. */
function PhotoLightbox({ images, title, first, onClose }: Props) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Lightbox
      open={isOpen}
      close={() => setIsOpen(false)}
      on={{ exited: onClose }}
      index={first}
      slides={images.map((src, index) => ({ src, alt: `${title}, photo ${index + 1} of ${images.length}` }))}
      plugins={[Counter]}
      carousel={{ finite: true, preload: 1 }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      labels={{ Lightbox: `Photos of ${title}`, Previous: "Previous photo", Next: "Next photo" }}
    />
  );
}

/** Loads its stylesheets first. */
export async function loadPhotoLightbox() {
  await Promise.all([loadStylesheet(lightboxStyles), loadStylesheet(counterStyles)]);
  return PhotoLightbox;
}

const loaded = new Map<string, Promise<void>>();

/** Loads a rarely needed stylesheet on demand, once. */
function loadStylesheet(href: string): Promise<void> {
  const existing = loaded.get(href);
  if (existing) return existing;
  const loading = new Promise<void>((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => {
      loaded.delete(href);
      link.remove();
      reject(new Error(`The stylesheet ${href} did not load`));
    };
    document.head.append(link);
  });
  loaded.set(href, loading);
  return loading;
}
