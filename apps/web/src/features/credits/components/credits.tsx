import type { ReactNode } from "react";
import { PageHeading } from "../../../components/layout/page-heading.tsx";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { MODEL_CREDITS, OWN_PICTURES } from "../model-credits.ts";
import { SOFTWARE_CREDITS } from "../software-credits.ts";
import { CREDIT_CARD } from "./credit-card.ts";
import { ExternalLink } from "./external-link.tsx";
import { ModelCreditEntry } from "./model-credit-entry.tsx";

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
          The CC BY licences ask for credit and for a note of changes. For every model below the change is the same
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
          The two models whose textures carried a maker's name were cleaned as noted; no picture is meant to show a
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
