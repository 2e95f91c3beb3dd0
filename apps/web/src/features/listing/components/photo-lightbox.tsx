import { useState } from "react";
import Lightbox from "yet-another-react-lightbox";
import Counter from "yet-another-react-lightbox/plugins/counter";
import counterStyles from "yet-another-react-lightbox/plugins/counter.css?url";
import lightboxStyles from "yet-another-react-lightbox/styles.css?url";

type Props = {
  images: readonly string[];
  title: string;
  /** Of the photo to begin with. */
  first: number;
  onClose: () => void;
};

/** All photos as large as the screen: arrows and swiping lead on, Escape back to where one was. */
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

/** With the styles it cannot be without. */
export async function loadPhotoLightbox() {
  await Promise.all([loadStylesheet(lightboxStyles), loadStylesheet(counterStyles)]);
  return PhotoLightbox;
}

const loaded = new Map<string, Promise<void>>();

/** A stylesheet that only few need, fetched with the code that needs it. */
function loadStylesheet(href: string): Promise<void> {
  const known = loaded.get(href);
  if (known) return known;
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
