/** A person's photo, or a circle with the initials. */
export function Avatar({ name, photoURL }: { name: string; photoURL: string | null }) {
  if (photoURL)
    return (
      <img className="avatar" src={photoURL} alt="" width={40} height={40} referrerPolicy="no-referrer" />
    );
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0])
    .join("");
  return (
    <span className="avatar" aria-hidden="true">
      {initials}
    </span>
  );
}
