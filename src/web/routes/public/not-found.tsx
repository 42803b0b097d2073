import { pageLoader } from "../../page/loaders.ts";

/** Every other address: the error screen, as a 404. */
export const loader = pageLoader(() => {
  throw new Response(null, { status: 404 });
});

export const action = loader;

export default function NotFound() {
  return null;
}
