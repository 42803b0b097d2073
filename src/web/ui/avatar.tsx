export interface AvatarProps {
  name: string;
  photoURL: string | null;
  large?: boolean;
}

/** A person's photo, or a circle with the initials. */
export function Avatar({ name, photoURL, large = false }: AvatarProps) {
  const className = large ? "avatar large" : "avatar";
  const size = large ? 96 : 40;
  if (photoURL)
    return (
      <img
        className={className}
        src={photoURL}
        alt=""
        width={size}
        height={size}
        referrerPolicy="no-referrer"
      />
    );
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0])
    .join("");
  return (
    <span className={className} aria-hidden="true">
      {initials}
    </span>
  );
}
