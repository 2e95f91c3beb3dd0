import { useIsRestoring } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import emptyBasket from "../../../../../assets/web/empty-basket.webp";
import { LocationField, type LocationValue } from "../../components/forms/location-field.tsx";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { AreaMap } from "../../components/map/area-map.tsx";
import { PhotoUpload } from "../../components/photo-upload/photo-upload.tsx";
import { Button } from "../../components/ui/button.tsx";
import { SkeletonBar } from "../../components/ui/loading.tsx";
import { ErrorCard } from "../../components/ui/message-card.tsx";
import { EmptyState, Notice } from "../../components/ui/notice.tsx";
import { ActionSamples, FieldSamples, ListSamples } from "./samples.tsx";

const APPEARANCES = [
  { name: "light", title: "Light" },
  { name: "dark", title: "Dark" },
] as const;

/**
 * Every component in all its states, light and dark side by side. Not prerendered: Radix writes style attributes,
 * which the content security policy allows only from scripts.
 */
export function Gallery() {
  const isPrerendered = useIsRestoring();
  return (
    <div className="page-width pt-6 md:pt-12">
      <PageHeading>Gallery</PageHeading>
      <p className="mt-2 text-muted">Every interface component, in all its states.</p>
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

const EMPTY: LocationValue = { location: "", latitude: null, longitude: null };
const CHOSEN: LocationValue = { location: "Maplewood, NJ 07040", latitude: 40.7279, longitude: -74.2656 };

function LocationSamples({ appearance }: { appearance: string }) {
  const [first, setFirst] = useState(EMPTY);
  const [second, setSecond] = useState(CHOSEN);
  return (
    <>
      <AreaMap latitude={40.7312} longitude={-74.2702} radiusMeters={500} label={`Around a place, ${appearance}`} />
      <AreaMap latitude={39.7392} longitude={-104.9903} radiusMeters={500} label={`Far away, ${appearance}`} />
      <LocationField value={first} onChange={setFirst} error={undefined} />
      <LocationField
        value={second}
        onChange={setSecond}
        error="Street address is required"
        label="Address with a mistake"
      />
    </>
  );
}

const FIRST = ["cordless-drill-1", "cordless-drill-2", "dome-tent-1"].map((name) => `/media/demo/${name}/full.webp`);

/** Shows the number of photos below, as a form would hold them. */
function PhotoSamples({ appearance }: { appearance: string }) {
  const [images, setImages] = useState<readonly string[]>(FIRST);
  return (
    <>
      <PhotoUpload images={images} onChange={setImages} most={6} label={`Photos, ${appearance}`} />
      <p className="text-muted text-sm">{images.length} photos in the form</p>
      <PhotoUpload
        images={[]}
        onChange={() => undefined}
        most={6}
        label={`No photos, ${appearance}`}
        error="At least 3 images are required"
      />
    </>
  );
}

function StateSamples() {
  return (
    <>
      <Notice look="information" title="Information">
        Something to know before you continue.
      </Notice>
      <Notice look="success" title="Success">
        It’s done.
      </Notice>
      <Notice look="problem" title="Problem">
        It didn’t work, and here’s why.
      </Notice>
      <div className="grid gap-3">
        <SkeletonBar shape="card" className="h-32" />
        <SkeletonBar className="h-4 w-2/3" />
        <SkeletonBar className="h-4 w-1/2" />
        <SkeletonBar shape="circle" className="size-12" />
      </div>
      <EmptyState picture={emptyBasket} title="Nothing here yet" text="One sentence says what appears here.">
        <Button look="outline">One action</Button>
      </EmptyState>
      <ErrorCard onRetry={() => undefined} />
    </>
  );
}

const COLORS = [
  ["Canvas", "bg-canvas text-ink"],
  ["Surface", "bg-surface text-ink"],
  ["Subtle", "bg-subtle text-ink"],
  ["Sunken", "bg-sunken text-ink"],
  ["Primary", "bg-primary text-on-primary"],
  ["Primary soft", "bg-primary-soft text-on-primary-soft"],
  ["Success", "bg-success-soft text-on-success-soft"],
  ["Warning", "bg-warning-soft text-on-warning-soft"],
  ["Information", "bg-info-soft text-on-info-soft"],
  ["Danger", "bg-danger text-on-danger"],
  ["Danger soft", "bg-danger-soft text-on-danger-soft"],
] as const;

const SIZES = [
  ["text-3xl display-type", "Thirty-two"],
  ["text-2xl display-type", "Twenty-five"],
  ["text-xl display-type", "Twenty"],
  ["text-lg", "Eighteen"],
  ["text-base", "Sixteen, default"],
  ["text-sm text-muted", "Fourteen, muted"],
  ["text-xs text-muted", "Twelve, muted"],
] as const;

function StyleSamples() {
  return (
    <>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {COLORS.map(([name, colors]) => (
          <li key={name} className={`rounded-control border border-line px-3 py-4 font-medium text-sm ${colors}`}>
            {name}
          </li>
        ))}
      </ul>
      <div className="grid gap-2">
        {SIZES.map(([style, text]) => (
          <p key={text} className={style}>
            {text}
          </p>
        ))}
      </div>
    </>
  );
}
