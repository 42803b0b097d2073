import type { Browser, BrowserContextOptions } from "playwright-core";
import { build, type Rollup } from "vite";
import { openPage } from "./browser.ts";

export interface ComponentPage {
  script: string;
  /** The product's stylesheets. */
  style: string;
}

export interface ComponentOptions extends BrowserContextOptions {
  /** Styles of the test, added after the product's. */
  styles?: string;
  /** The current time of the page. */
  now?: Date;
}

const pathOf = (file: string) => new URL(file, import.meta.url).pathname;

/** Builds the page of a component in tests/support for the browser. */
export async function buildComponentPage(file: string): Promise<ComponentPage> {
  const page = await bundle(pathOf(file));
  const styles = [
    await styleOf("../../../src/web/styles/app.css"),
    await styleOf("../../../src/web/styles/app-pages.css"),
  ];
  return { script: page[0].code, style: styles.join("\n") };
}

async function styleOf(file: string): Promise<string> {
  const built = await bundle(pathOf(file));
  const style = built.find((part) => part.type === "asset" && part.fileName.endsWith(".css"));
  return String((style as Rollup.OutputAsset).source);
}

/** Opens the page in a new context. */
export async function openComponentPage(
  browser: Browser,
  { script, style }: ComponentPage,
  { styles = "", now = new Date(), ...options }: ComponentOptions = {},
) {
  const opened = await openPage(browser, options);
  await opened.page.clock.setFixedTime(now);
  await opened.page.setContent(
    '<!doctype html><html lang="en"><title>A component</title><body><main id="root"></main></body></html>',
  );
  await opened.page.addStyleTag({ content: style + styles });
  await opened.page.addScriptTag({ content: script, type: "module" });
  return opened;
}

async function bundle(input: string): Promise<Rollup.RollupOutput["output"]> {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    mode: "production",
    build: { write: false, assetsInlineLimit: 0, rollupOptions: { input } },
  });
  return (built as Rollup.RollupOutput).output;
}
