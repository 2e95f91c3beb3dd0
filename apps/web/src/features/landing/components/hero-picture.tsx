import darkWebp from "../../../assets/hero-dark.webp";
import dark780 from "../../../assets/hero-dark-780.avif";
import dark1240 from "../../../assets/hero-dark-1240.avif";
import lightWebp from "../../../assets/hero-light.webp";
import light780 from "../../../assets/hero-light-780.avif";
import light1240 from "../../../assets/hero-light-1240.avif";

/** Repeated in the build, which preloads the picture. */
const SIZES = "(min-width: 1024px) 56vw, 100vw";

const LOOKS = [
  { avif: `${light780} 780w, ${light1240} 1240w`, webp: lightWebp, shown: "dark:hidden" },
  { avif: `${dark780} 780w, ${dark1240} 1240w`, webp: darkWebp, shown: "hidden dark:block" },
];

/**
 * One picture for each appearance, of which the hidden one is never loaded: that is what lazy is for here. Which one is
 * wanted is said by a class, which no media query of a source could know.
 */
export function HeroPicture() {
  return LOOKS.map(({ avif, webp, shown }) => (
    <picture key={webp} className={shown}>
      <source type="image/avif" srcSet={avif} sizes={SIZES} />
      <img
        src={webp}
        alt=""
        width={1240}
        height={760}
        loading="lazy"
        fetchPriority="high"
        decoding="async"
        className="mask-l-from-86% mask-r-from-97% mask-y-from-86% h-auto w-full"
      />
    </picture>
  ));
}
