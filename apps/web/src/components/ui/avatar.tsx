import { useState } from "react";

type Person = { firstName: string; lastName: string; profileImageUrl: string | null };

/** Decoration beside a written name, hence hidden from screen readers. */
export function Avatar({ person }: { person: Person }) {
  const [hasFailed, setHasFailed] = useState(false);

  return (
    <span
      aria-hidden="true"
      className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-full bg-primary-soft font-bold text-on-primary-soft"
    >
      {person.profileImageUrl && !hasFailed ? (
        <img
          src={person.profileImageUrl}
          alt=""
          width={48}
          height={48}
          className="size-full object-cover"
          onError={() => setHasFailed(true)}
        />
      ) : (
        initialsOf(person)
      )}
    </span>
  );
}

function initialsOf({ firstName, lastName }: Person): string {
  return `${firstName.charAt(0)}${lastName.charAt(0)}`.toUpperCase();
}
