import { pageLoader } from "../../page/loaders.ts";

/** All unknown addresses: the error screen with status 404. */
export const loader = pageLoader(() => {
  throw new Response(null, { status: 404 });
});

export const action = loader;

export default function NotFound() {
  return null;
}
