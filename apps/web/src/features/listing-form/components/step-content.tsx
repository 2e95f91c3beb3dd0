import type { CategoryView } from "@nexby/contract/categories";
import type { ReactNode } from "react";
import type { StepName } from "../steps.ts";
import { AvailabilityStep } from "./availability-step.tsx";
import { BasicsStep } from "./basics-step.tsx";
import { ExchangeStep } from "./exchange-step.tsx";
import { FoodTruckStep } from "./food-truck-step.tsx";
import { PhotosStep } from "./photos-step.tsx";
import { PriceStep } from "./price-step.tsx";

type Props = {
  step: StepName;
  categories: readonly CategoryView[];
  isFoodTruck: boolean;
  /** Whether photos are on their way. */
  onUploading: (isUploading: boolean) => void;
  preview: () => ReactNode;
};

/** What a step asks for. Photos go on uploading while the other steps are filled in. */
export function StepContent({ step, categories, isFoodTruck, onUploading, preview }: Props) {
  return (
    <>
      <div hidden={step !== "photos"}>
        <PhotosStep onBusy={onUploading} />
      </div>
      {step === "basics" && <BasicsStep categories={categories} />}
      {step === "price" && <PriceStep categories={categories} isFoodTruck={isFoodTruck} />}
      {step === "exchange" && <ExchangeStep />}
      {step === "availability" && <AvailabilityStep />}
      {step === "food-truck" && <FoodTruckStep categories={categories} />}
      {step === "preview" && preview()}
    </>
  );
}
