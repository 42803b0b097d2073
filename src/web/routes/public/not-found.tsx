import { pageLoader } from "../../page/loaders.ts";

/** Shows the error screen with status 404 for every unknown address. */
export const loader = pageLoader(() => {
  throw new Response(null, { status: 404 });
});

export const action = loader;

export default function NotFound() {
  return null;
}
