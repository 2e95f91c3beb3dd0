import { useIsRestoring } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PageHeading } from "../../../components/layout/page-heading.tsx";
import { ActionSamples } from "./action-samples.tsx";
import { FieldSamples } from "./field-samples.tsx";
import { ListSamples } from "./list-samples.tsx";
import { LocationSamples } from "./location-samples.tsx";
import { PhotoSamples } from "./photo-samples.tsx";
import { StateSamples } from "./state-samples.tsx";
import { StyleSamples } from "./style-samples.tsx";

const APPEARANCES = [
  { name: "light", title: "Light" },
  { name: "dark", title: "Dark" },
] as const;

/**
 * Every part the pages are made of, in all its states, light and dark beside each other. Not prerendered: Radix writes
 * style attributes, which the security policy allows scripts to set but no page to bring along.
 */
export function Gallery() {
  const isPrerendered = useIsRestoring();
  return (
    <div className="page-width pt-6 md:pt-12">
      <PageHeading>Gallery</PageHeading>
      <p className="mt-2 text-muted">Every part the pages are made of, in all its states.</p>
      <div className="mt-8 grid gap-6 xl:grid-cols-2">
        {(isPrerendered ? [] : APPEARANCES).map(({ name, title }) => (
          <section
            key={name}
            aria-label={title}
            className={`${name} grid h-max min-w-0 gap-10 rounded-card border border-line bg-canvas p-4 text-ink md:p-6`}
          >
            <h2 className="display-type text-2xl">{title}</h2>
            <Group title="Color and type">
              <StyleSamples />
            </Group>
            <Group title="Actions">
              <ActionSamples />
            </Group>
            <Group title="Fields">
              <FieldSamples />
            </Group>
            <Group title="Location and maps">
              <LocationSamples appearance={title} />
            </Group>
            <Group title="Photos">
              <PhotoSamples appearance={name} />
            </Group>
            <Group title="Lists and tables">
              <ListSamples appearance={name} />
            </Group>
            <Group title="States">
              <StateSamples />
            </Group>
          </section>
        ))}
      </div>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-5">
      <h3 className="border-line border-b pb-2 font-semibold text-lg">{title}</h3>
      {children}
    </div>
  );
}
