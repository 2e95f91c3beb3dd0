import { useState } from "react";

type Person = {
  firstName: string | null;
  lastName: string | null;
  email?: string | null;
  profileImageUrl: string | null;
};

const SIZES = {
  tiny: { box: "size-6 text-xs", pixels: 24 },
  small: { box: "size-9 text-sm", pixels: 36 },
  medium: { box: "size-12", pixels: 48 },
  large: { box: "size-20 text-2xl", pixels: 80 },
};

type Props = { person: Person; size?: keyof typeof SIZES };

/** Decorates a written name, so it is hidden from screen readers. */
export function Avatar({ person, size = "medium" }: Props) {
  const [hasFailed, setHasFailed] = useState(false);
  const { box, pixels } = SIZES[size];

  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center overflow-hidden rounded-full bg-primary-soft font-bold text-on-primary-soft ${box}`}
    >
      {person.profileImageUrl && !hasFailed ? (
        <img
          src={person.profileImageUrl}
          alt=""
          width={pixels}
          height={pixels}
          className="size-full object-cover"
          onError={() => setHasFailed(true)}
        />
      ) : (
        initialsOf(person)
      )}
    </span>
  );
}

function initialsOf({ firstName, lastName, email }: Person): string {
  const initials = `${firstName?.charAt(0) ?? ""}${lastName?.charAt(0) ?? ""}`;
  return (initials || (email?.charAt(0) ?? "")).toUpperCase();
}
