/**
 * How many thumbnails load at a time. A new thumbnail takes the server seconds, and a browser has six connections to a
 * server: the other four are for pages and decisions.
 */
const CONCURRENCY = 2;

interface Turn {
  image: HTMLImageElement;
  src: string;
}

let waiting: Turn[] = [];
const loading = new Set<HTMLImageElement>();

function startNext(): void {
  while (loading.size < CONCURRENCY) {
    const next = waiting.shift();
    if (!next) return;
    loading.add(next.image);
    next.image.src = next.src;
  }
}

/**
 * Loads an image when the reader sees its place and the images before it are there.
 * @returns a function that ends this, also while the image loads
 */
export function loadInTurn(image: HTMLImageElement, src: string): () => void {
  const leave = () => {
    waiting = waiting.filter((turn) => turn.image !== image);
    if (loading.delete(image)) startNext();
  };
  const observer = new IntersectionObserver((entries) => {
    if (image.hasAttribute("src")) return;
    leave();
    if (!entries.at(-1)?.isIntersecting) return;
    waiting.push({ image, src });
    startNext();
  });
  const settle = () => {
    observer.disconnect();
    leave();
  };
  image.addEventListener("load", settle);
  image.addEventListener("error", settle);
  observer.observe(image);
  return () => {
    image.removeEventListener("load", settle);
    image.removeEventListener("error", settle);
    if (loading.has(image)) image.removeAttribute("src");
    settle();
  };
}
