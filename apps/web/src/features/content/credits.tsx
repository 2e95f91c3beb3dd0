import type { ReactNode } from "react";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { PRODUCT_NAME } from "../../lib/browser/document.ts";
import { MODEL_CREDITS, type ModelCredit, OWN_PICTURES } from "./model-credits.ts";

const LIST = "mt-5 grid gap-3 md:grid-cols-2";

export function Credits() {
  return (
    <div className="grid gap-12">
      <header>
        <PageHeading>Credits</PageHeading>
        <p className="mt-2 max-w-[68ch] text-muted">
          {PRODUCT_NAME} is built with the work of others. Here is who made what, and on which terms.
        </p>
      </header>
      <Section id="pictures" title="Demo pictures">
        <p>
          The item pictures and the two landing-page pictures were rendered for this project in Blender (Cycles) from 3D
          models. Some models come from the Debian package sweethome3d-furniture (version 1.8-1); the others were built
          for this project from basic shapes. The rendering noise was removed with the published Open Image Denoise
          network weights (Apache License 2.0); they leave no material of their own in the pictures.
        </p>
        <p className="mt-3">
          The CC BY licenses ask for credit and for a note of changes. For every model below the change is the same
          unless stated otherwise: scaled, given softer surface settings, arranged and lit in a pastel studio, and
          rendered as a still picture. None of the authors endorses this project or its use of their work.
        </p>
        <ul className={LIST}>
          {MODEL_CREDITS.map((credit) => (
            <ModelCreditEntry key={credit.model} credit={credit} />
          ))}
        </ul>
        <p className="mt-5">
          Models in the BlendSwap collections were cleaned and converted to OBJ for Sweet Home 3D by Emmanuel Puybaret.
          CC0 asks for no credit; the names are given out of courtesy.
        </p>
        <p className="mt-3">
          Built for this project, wholly or for the scenery around package models: {OWN_PICTURES.join(", ")}.
        </p>
        <p className="mt-3">
          The two models whose textures carried a maker’s name were cleaned as noted; no picture is meant to show a
          brand.
        </p>
      </Section>
      <Section id="type-and-icons" title="Typefaces, icons, small pictures and maps">
        <ul className={LIST}>
          {SOFTWARE_CREDITS.map((credit) => (
            <li key={credit.name} className={CREDIT_CARD}>
              <h3 className="font-semibold">
                <ExternalLink href={credit.url}>{credit.name}</ExternalLink>
              </h3>
              <p className="mt-1 text-muted text-sm">{credit.use}</p>
              <p className="mt-1 text-sm">
                {credit.author}, {credit.licence}
              </p>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 display-type text-xl">
        {title}
      </h2>
      <div className="[&>p]:max-w-[68ch] [&>p]:text-pretty">{children}</div>
    </section>
  );
}

const CREDIT_CARD = "rounded-card border border-line bg-surface p-5";

function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      rel="noreferrer"
      className="rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {children}
    </a>
  );
}

function ModelCreditEntry({ credit }: { credit: ModelCredit }) {
  return (
    <li className={CREDIT_CARD}>
      <h3 className="break-words font-semibold">
        {credit.model} <span className="font-normal text-muted">· {credit.collection}</span>
      </h3>
      <p className="mt-1 text-sm">
        {credit.authorUrl ? <ExternalLink href={credit.authorUrl}>{credit.author}</ExternalLink> : credit.author},{" "}
        <ExternalLink href={credit.licence.url}>{credit.licence.name}</ExternalLink>
      </p>
      {credit.changes && <p className="mt-1 text-sm">Also changed: {credit.changes}</p>}
      <p className="mt-1 text-muted text-sm">Used in {credit.usedIn.join(", ")}</p>
    </li>
  );
}

type SoftwareCredit = { name: string; use: string; author: string; licence: string; url: string };

const SOFTWARE_CREDITS: readonly SoftwareCredit[] = [
  {
    name: "Figtree",
    use: "Typeface for text",
    author: "The Figtree Project Authors",
    licence: "SIL Open Font License 1.1",
    url: "https://github.com/erikdkennedy/figtree",
  },
  {
    name: "Bricolage Grotesque",
    use: "Typeface for headings",
    author: "The Bricolage Grotesque Project Authors",
    licence: "SIL Open Font License 1.1",
    url: "https://github.com/ateliertriay/bricolage",
  },
  {
    name: "Lucide",
    use: "Icons",
    author: "Lucide Contributors",
    licence: "ISC License",
    url: "https://lucide.dev/license",
  },
  {
    name: "Fluent Emoji (3D)",
    use: "Pictures for categories, messages and empty pages, made smaller",
    author: "Microsoft Corporation",
    licence: "MIT License",
    url: "https://github.com/microsoft/fluentui-emoji",
  },
  {
    name: "GeoNames postal codes",
    use: "US ZIP codes with their towns and positions, loaded into a table",
    author: "GeoNames",
    licence: "Creative Commons Attribution 4.0",
    url: "https://www.geonames.org",
  },
  {
    name: "US Atlas",
    use: "Outlines of the states on our own map, made simpler",
    author: "US Census Bureau, Mike Bostock",
    licence: "Public domain, ISC License",
    url: "https://github.com/topojson/us-atlas",
  },
  {
    name: "MapLibre GL JS",
    use: "Draws the maps",
    author: "MapLibre contributors",
    licence: "BSD 3-Clause License",
    url: "https://maplibre.org",
  },
];
