export interface AvatarProps {
  name: string;
  photoURL: string | null;
  large?: boolean;
  /**
   * The alt text if the page is about the photo. Elsewhere it is empty, because the name is next to the
   * photo.
   */
  alt?: string;
}

/** A person's photo, or a circle with the initials if there is no photo or it doesn't load (ui.css). */
export function Avatar({ name, photoURL, large = false, alt = "" }: AvatarProps) {
  const className = large ? "avatar avatar-large" : "avatar";
  const size = large ? 96 : 40;
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0])
    .join("");
  if (photoURL)
    return (
      <img
        className={className}
        src={photoURL}
        alt={alt}
        data-instead={initials}
        width={size}
        height={size}
        referrerPolicy="no-referrer"
        // Otherwise React asks for the photo before the content of the page.
        fetchPriority="low"
      />
    );
  return (
    <span className={className} aria-hidden="true">
      {initials}
    </span>
  );
}
