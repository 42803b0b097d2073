import { type ReactNode, Suspense, use } from "react";
import { expect, test } from "vitest";
import { renderWhole } from "./render-whole.ts";

const FAULT = new Error("A component failed.");
const options = () => ({ nonce: undefined, signal: new AbortController().signal });

function Broken(): never {
  throw FAULT;
}

let late: Promise<never> | undefined;
/** Fails only after the other parts of the document are rendered. */
function LateBroken() {
  late ??= new Promise((_resolve, reject) => setImmediate(() => reject(FAULT)));
  return use(late);
}

const never = new Promise<never>(() => {});
function Waiting() {
  return use(never);
}

const page = (content: ReactNode) => (
  <html lang="en">
    <body>
      <main>{content}</main>
    </body>
  </html>
);

test("a document is complete when it is returned", async () => {
  const html = await renderWhole(page(<Suspense fallback="…">{"42"}</Suspense>), options());
  expect(html.toString()).toContain("42");
});

test("an error of a component is thrown, so that the answer is an error page", async () => {
  await expect(renderWhole(page(<Broken />), options())).rejects.toBe(FAULT);
});

test("an error inside a Suspense boundary is thrown too, so that no half page is sent", async () => {
  for (const content of [<Broken key="1" />, <LateBroken key="2" />])
    await expect(renderWhole(page(<Suspense fallback="…">{content}</Suspense>), options())).rejects.toBe(
      FAULT,
    );
});

test("a rendering whose reader has gone ends with an error", async () => {
  const reader = new AbortController();
  const rendering = renderWhole(page(<Suspense fallback="…">{<Waiting />}</Suspense>), {
    nonce: undefined,
    signal: reader.signal,
  });
  reader.abort(FAULT);
  await expect(rendering).rejects.toBe(FAULT);
  await expect(renderWhole(page("42"), { nonce: undefined, signal: reader.signal })).rejects.toBe(FAULT);
});
