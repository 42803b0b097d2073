export interface AvatarProps {
  name: string;
  photoURL: string | null;
  large?: boolean;
  /** In words, where the photo is what the page is about; elsewhere the name stands beside it. */
  alt?: string;
}

/** A person's photo, or a circle with the initials. */
export function Avatar({ name, photoURL, large = false, alt = "" }: AvatarProps) {
  const className = large ? "avatar large" : "avatar";
  const size = large ? 96 : 40;
  if (photoURL)
    return (
      <img
        className={className}
        src={photoURL}
        alt={alt}
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
