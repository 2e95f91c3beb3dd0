import {
  Banknote,
  CalendarCheck,
  Camera,
  CreditCard,
  Handshake,
  type LucideIcon,
  PackageCheck,
  Search,
  Star,
  Tag,
  UserRoundCheck,
} from "lucide-react";
import { useId } from "react";

export const RENTING: readonly GuideStep[] = [
  {
    title: "Find it",
    text: "Search by words, category and location. Each card says what it costs a day.",
    Icon: Search,
  },
  {
    title: "Ask for your dates",
    text: "Choose when you need it and how it changes hands: pickup, meetup or delivery.",
    Icon: CalendarCheck,
  },
  {
    title: "Pay securely",
    text: "You see every fee and the deposit before you agree. Nothing is charged until the owner approves.",
    Icon: CreditCard,
  },
  {
    title: "Pick it up",
    text: "Meet the owner, look at the item together, and take photos of its condition.",
    Icon: Handshake,
  },
  {
    title: "Return it",
    text: "Bring it back on time, as you received it. The deposit is released.",
    Icon: PackageCheck,
  },
  { title: "Rate each other", text: "A few words help the next neighbor to decide.", Icon: Star },
];

export const LISTING: readonly GuideStep[] = [
  {
    title: "Complete your profile",
    text: "Name, phone number and town. A person approves every new account.",
    Icon: UserRoundCheck,
  },
  {
    title: "Show your item",
    text: "At least three photos, a clear title, and an honest word on its condition.",
    Icon: Camera,
  },
  {
    title: "Set your terms",
    text: "Daily rate, deposit, fees, days and how it changes hands are up to you.",
    Icon: Tag,
  },
  {
    title: "Approve requests",
    text: "Look at who asks and for when. You can decline without a reason.",
    Icon: CalendarCheck,
  },
  {
    title: "Hand it over",
    text: "Photos at handover and return show the condition, should there be damage.",
    Icon: Handshake,
  },
  {
    title: "Get paid",
    text: "Your earnings go to your bank account, less a commission you know in advance.",
    Icon: Banknote,
  },
];

type GuideStep = { title: string; text: string; Icon: LucideIcon };

export function Guide({ title, steps }: { title: string; steps: readonly GuideStep[] }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="rounded-card border border-line bg-surface p-5 md:p-8">
      <h2 id={heading} className="display-type text-2xl">
        {title}
      </h2>
      <ol className="mt-6 grid gap-6">
        {steps.map(({ title: name, text, Icon }, index) => (
          <li key={name} className="grid grid-cols-[2.75rem_1fr] gap-x-4">
            <span className="grid size-11 place-items-center rounded-full bg-primary-soft text-on-primary-soft">
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
            </span>
            <div>
              <h3 className="font-semibold">
                {index + 1}. {name}
              </h3>
              <p className="mt-0.5 text-pretty text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
